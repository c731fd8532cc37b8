import type { CartV2 } from "../../../../api/services/cart/models-v2.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { changedCart } from "../../../services/cart/change.ts";
import { checkAddress, checkContact } from "../../../services/cart/contacts.ts";
import type { StoredCartV2 } from "./tables.ts";

/** Returns a cart with the given fields changed, not stored. */
export function changedCartV2(tx: Tx, before: StoredCartV2, given: Partial<CartV2>): StoredCartV2 {
  const { source, businessInfo, customerInfo, deliveryInfo, taxInfo, paymentInfo } = given;
  const { billingAddress, billingContact } = paymentInfo ?? {};
  checkAddress("cart.paymentInfo.billingAddress", billingAddress);
  checkContact("cart.paymentInfo", billingContact ? { contactDetails: billingContact } : undefined);
  const contactInfo = contactOf(before, customerInfo, deliveryInfo?.address);
  const cartInfo = {
    ...(given.revision && { revision: given.revision }),
    ...(given.note !== undefined && { buyerNote: given.note }),
    ...(contactInfo && { contactInfo }),
    ...(customerInfo?.email && { buyerInfo: { email: customerInfo.email } }),
    ...(given.customCheckoutUrl !== undefined && { overrideCheckoutUrl: given.customCheckoutUrl }),
    ...(given.extendedFields !== undefined && { extendedFields: given.extendedFields }),
    ...(businessInfo?.locationId && { businessLocationId: businessInfo.locationId }),
  };
  const after: StoredCartV2 = changedCart(tx, before, { cartInfo });
  return {
    ...after,
    ...(source?.channelType && { channelType: source.channelType }),
    ...(source?.customContentReference && { customContentReference: source.customContentReference }),
    ...(taxInfo?.taxExemptGroupId && { taxExemptGroupId: taxInfo.taxExemptGroupId }),
    ...(billingAddress && { billingAddress }),
    ...(billingContact && { billingContact: { ...before.billingContact, ...billingContact } }),
    ...(typeof given.demo === "boolean" && { demo: given.demo }),
  };
}

type Contact = NonNullable<StoredCartV2["contactInfo"]>;

/** Returns the v1 contact of a v2 cart. V2 separates the customer from the delivery address. */
function contactOf(
  { contactInfo }: StoredCartV2,
  customer: CartV2["customerInfo"],
  address: Contact["address"],
): Contact | undefined {
  const { firstName, lastName, phone, company, vatId } = customer ?? {};
  const given = Object.fromEntries(
    Object.entries({ firstName, lastName, phone, company, vatId }).filter(([, value]) => value !== undefined),
  );
  const hasContact = Object.keys(given).length > 0;
  if (!hasContact && address === undefined) return undefined;
  return {
    ...contactInfo,
    ...(address !== undefined && { address }),
    ...(hasContact && { contactDetails: { ...contactInfo?.contactDetails, ...given } }),
  };
}
