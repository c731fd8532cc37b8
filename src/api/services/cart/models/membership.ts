import { CatalogReference } from "../../../models/catalog-reference.ts";
import { date, decimal, enumOf, guid, json, list, num, obj, text } from "../../../models/fields.ts";
import { translatedText } from "../../../models/translated-text.ts";

const membershipId = () => text({ minLength: 1, maxLength: 200 });
const lineItemId = () => text({ minLength: 1, maxLength: 100 });
const CreditKind = enumOf("PUNCH_CARD", "CREDIT");
const MembershipName = translatedText({ maxLength: 100 });

const membership = {
  id: membershipId(),
  name: MembershipName,
  lineItemIds: list(lineItemId(), { maxSize: 300 }),
  credits: obj({ total: num({ min: 1 }), remaining: num(), redemptionCost: num(), balanceType: CreditKind }),
  expirationDate: date(),
  additionalData: json(),
  offeringDescription: text({ maxLength: 500 }),
};
const Membership = obj({ ...membership, appId: guid() });

const SelectedMembership = obj({
  id: membershipId(),
  appId: guid(),
  lineItemIds: list(lineItemId(), { minSize: 1, maxSize: 300 }),
});
/** The memberships that a buyer wants to pay with. */
export const SelectedMemberships = obj({ memberships: list(SelectedMembership, { maxSize: 300 }) });

const PurchasablePlan = obj({
  catalogReference: CatalogReference,
  name: MembershipName,
  benefits: list(
    obj({
      benefitId: membershipId(),
      label: text({ maxLength: 200 }),
      quotaType: enumOf("LIMITED", "UNLIMITED"),
      limitedQuota: obj({ total: num({ min: 1 }), remaining: num(), limitedQuotaType: CreditKind }),
    }),
    { minSize: 1, maxSize: 50 },
  ),
  offeringDescription: text({ maxLength: 500 }),
  infoCollectionUrl: text({ format: "WEB_URL" }),
  price: decimal({ min: 0, maxScale: 3 }),
  priceDescription: text({ maxLength: 500 }),
});

/** The memberships of a buyer, eligible or not. */
export const offeredMemberships = {
  eligibleMemberships: list(Membership, { maxSize: 300 }),
  invalidMemberships: list(obj({ membership: Membership, reason: text({ minLength: 1, maxLength: 100 }) }), {
    maxSize: 300,
  }),
};

/** The memberships that can, cannot or could be used to pay for items of a cart. */
export const MembershipOptions = obj({
  ...offeredMemberships,
  selectedMemberships: list(SelectedMembership, { maxSize: 300 }),
  validatedExistingMemberships: obj({
    memberships: list(
      obj({
        membership: obj(membership),
        coveredLineItems: list(obj({ lineItemId: lineItemId(), redemptionCost: num() }), { maxSize: 300 }),
      }),
      { maxSize: 300 },
    ),
  }),
  validatedPurchasablePlans: obj({
    purchasablePlans: list(PurchasablePlan, { maxSize: 300 }),
    coverages: list(obj({ benefitId: membershipId(), lineItemId: lineItemId(), redemptionCost: num() }), {
      maxSize: 300,
    }),
  }),
});
