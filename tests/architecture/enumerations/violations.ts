import type { RecordedShop } from "./recorder.ts";

const page = (limit: number) => ({ search: { cursorPaging: { limit } } });
const staff = (staffMember: object) => ({ staffMember });
const guid = "00000000-0000-4000-8000-0000000000aa";

/** Sends a request that violates each rule. */
const broken: readonly (readonly [rule: string, call: string, input: object])[] = [
  ["MAX", "orders.search", page(1000)],
  ["MIN", "orders.search", page(-1)],
  ["MAX_LENGTH", "eventStaffMembers.create", staff({ name: "x".repeat(121) })],
  ["MIN_LENGTH", "eventCheckout.checkout", { eventId: guid, buyer: { email: "a@b" } }],
  ["MAX_SIZE", "orderTransactions.list", { orderIds: Array.from({ length: 1001 }, () => guid) }],
  ["MIN_SIZE", "tickets.checkIn", { eventId: guid, ticketNumber: [] }],
  ["FORMAT", "rsvps.get", { rsvpId: "x" }],
  [
    "DECIMAL_GTE",
    "products.create",
    { product: { name: "x", productType: "physical", productDimensions: { length: "-1" } } },
  ],
  [
    "DECIMAL_LTE",
    "products.create",
    { product: { name: "x", productType: "physical", productDimensions: { length: "99999999999999999" } } },
  ],
  [
    "DECIMAL_GT",
    "discountRules.create",
    {
      discountRule: {
        name: "x",
        discounts: {
          values: [{ discountType: "FIXED_AMOUNT", fixedAmount: "-1", targetType: "SPECIFIC_ITEMS" }],
        },
      },
    },
  ],
  [
    "DECIMAL_MAX_SCALE",
    "products.create",
    { product: { name: "x", productType: "physical", productDimensions: { length: "1.23456789" } } },
  ],
  ["INVALID_ENUM_VALUE", "eventStaffMembers.create", staff({ name: "Ada", permissions: ["COOK"] })],
  ["REQUIRED_FIELD", "eventStaffMembers.create", staff({})],
  [
    "ONE_OF_ALIGNMENT",
    "eventStaffMembers.create",
    staff({ name: "Ada", allEvents: {}, specificEvents: { events: [] } }),
  ],
  ["EXACT_LENGTH", "verification.verify", { code: "123", stateToken: "x" }],
  ["REQUIRED_ONE_OF_FIELD", "sandbox.addCoupon", { coupon: { code: "X" } }],
  ["OTHER", "eventStaffMembers.create", staff({ name: "   " })],
  ["VALIDATION", "sandbox.addFee", { fee: { name: "x", price: "1", prise: "2" }, feee: 1 }],
];

/** Sends what only catalog v3 has: a category with an id, which only the platform sets, and a color with three codes. */
export async function exerciseViolationsV3({ rejected }: RecordedShop): Promise<void> {
  const input = { category: { id: guid, name: "Wine" }, treeReference: { appNamespace: "@wix/stores" } };
  await rejected("FIELD_NOT_ALLOWED", "storeCategories.create", input);
  const colorCodes = { colorCodes: ["#fff", "#000", "#eee"] };
  const choices = [{ name: "x", choiceType: "ONE_COLOR", colorCodes }];
  await rejected("EXACT_SIZE", "customizationsV3.addChoices", {
    customizationId: guid,
    revision: "1",
    choices,
  });
}

export async function exerciseViolations({ rejected }: RecordedShop): Promise<void> {
  const wrong: string[] = [];
  for (const [rule, call, input] of broken)
    await rejected(rule, call, input).catch((error) => wrong.push(error.message));
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}
