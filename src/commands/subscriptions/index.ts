import type { Finder, GenericResource, GenericVerb } from "../../cli/generic/generic-resource.ts";
import { eachOutcome, genericGroup, getVerb, listVerb } from "../../cli/generic/generic-verbs.ts";

/** The path of a draft in the responses of its calls. */
const calculatedDraft = "calculatedDraftSubscriptionContract.draftSubscriptionContract";

const findsDraft: Finder = async (call, name) => (await import("./find.ts")).findDraft(call, name);

/** Returns the verbs that take one draft. */
function singleDraftVerbs(resource: GenericResource): GenericVerb[] {
  const draft = { ...resource.reference, field: "draftSubscriptionContractId", finds: findsDraft };
  return [
    {
      name: "get",
      summary: "Show a draft",
      call: "get",
      readOnly: true,
      args: [draft],
      prints: calculatedDraft,
      examples: [
        "till orders subscriptions drafts get last # the newest draft",
        "till orders subscriptions drafts get hanna@example.com --json # the full record as JSON",
      ],
    },
    {
      name: "add",
      summary: "Add an item to a draft",
      call: "addLineItems",
      args: [draft],
      into: "customLineItems[0]",
      defaults: { customLineItems: [{ quantity: 1, itemType: { preset: "PHYSICAL" } }] },
      flags: [
        { flags: "--name <text>", field: "productName.original", describe: "name of the item" },
        { flags: "--price <amount>", field: "price.amount", describe: "unit price" },
        { flags: "--quantity <n>", field: "quantity", describe: "quantity" },
      ],
      prints: calculatedDraft,
      examples: [
        "till orders subscriptions drafts add last --name Sampler --price 5.00 # add a custom item to the newest draft",
        "till orders subscriptions drafts add hanna@example.com --name Filters --price 2 --quantity 3 # add a quantity of three",
      ],
    },
    {
      name: "set",
      summary: "Change the quantity or price of an item (quantity 0 removes it)",
      call: "updateLineItems",
      args: [
        draft,
        {
          name: "<item>",
          describe: "position, name or id of the item",
          field: "lineItemChanges[0].lineItemId",
        },
      ],
      into: "lineItemChanges[0]",
      flags: [
        { flags: "--quantity <n>", field: "newQuantity", describe: "quantity" },
        { flags: "--price <amount>", field: "newPrice", describe: "unit price" },
      ],
      prepare: async (input, { call }) => (await import("./find.ts")).withItemId(input, call),
      prints: calculatedDraft,
      examples: [
        "till orders subscriptions drafts set last 1 --quantity 2 # set the quantity of the first item",
        "till orders subscriptions drafts set hanna@example.com 1 --quantity 0 # remove the first item",
      ],
    },
    {
      name: "shipping",
      summary: "Set the shipping information, or clear it if no fields are given",
      call: "setShippingInfo",
      args: [draft],
      into: "shippingInfo",
      flags: [{ flags: "--title <text>", field: "title", describe: "name of the shipping option" }],
      prints: calculatedDraft,
      examples: [
        "till orders subscriptions drafts shipping last --title Express # set the shipping title",
        "till orders subscriptions drafts shipping hanna@example.com -f title=Express -f cost.price.amount=14.90 # set the title and the price",
      ],
    },
    {
      name: "recipient",
      summary: "Set the recipient",
      call: "setRecipientInfo",
      args: [draft],
      into: "recipientInfo",
      flags: [
        { flags: "--first-name <name>", field: "contactDetails.firstName", describe: "first name" },
        { flags: "--last-name <name>", field: "contactDetails.lastName", describe: "last name" },
        { flags: "--city <city>", field: "address.city", describe: "city" },
        { flags: "--country <code>", field: "address.country", describe: "country: US" },
        { flags: "--postal-code <code>", field: "address.postalCode", describe: "postal code" },
        { flags: "--street <text>", field: "address.addressLine", describe: "street and number" },
      ],
      prints: calculatedDraft,
      examples: [
        "till orders subscriptions drafts recipient last --first-name Ada --city Hudson --country US # set the recipient's name and address",
        "till orders subscriptions drafts recipient hanna@example.com -f contactDetails.firstName=Ada # set any field",
      ],
    },
    {
      name: "commit",
      summary: "Apply the changes of a draft to its subscription",
      call: "commit",
      args: [draft],
      into: "",
      flags: [{ flags: "--reason <text>", field: "reason", describe: "reason, recorded in the history" }],
      confirms: "Apply the draft to the subscription",
      prints: calculatedDraft,
      examples: [
        'till orders subscriptions drafts commit last --reason "Two from now on" # asks for confirmation',
        "till orders subscriptions drafts commit hanna@example.com --yes --json # without confirmation",
      ],
    },
    {
      name: "delete",
      summary: "Delete a draft",
      call: "remove",
      args: [draft],
      confirms: "Delete the draft",
      done: "Deleted the draft",
      examples: [
        "till orders subscriptions drafts delete last # asks for confirmation",
        "till orders subscriptions drafts delete hanna@example.com --yes # without confirmation",
      ],
    },
  ];
}

const findsSubscription: Finder = async (call, name) =>
  (await import("./find.ts")).findSubscription(call, name);
const subscription = {
  name: "<subscription>",
  describe: "id or buyer's email address",
  field: "subscriptionContractId",
  finds: findsSubscription,
};

const tagFlag = (flags: string, field: string, describe: string) =>
  ({ flags, field: `${field}.privateTags.tagIds`, describe, repeat: true }) as const;
const tagFlags = [
  tagFlag("--tag <tag>", "assignTags", "tag to add (repeatable)"),
  tagFlag("--untag <tag>", "unassignTags", "tag to remove (repeatable)"),
];

/** `till orders subscriptions drafts …` */
const drafts = genericGroup({
  name: "drafts",
  service: "draftContracts",
  singular: "draft",
  plural: "subscription drafts",
  kind: "draftSubscriptionContract",
  reference: { name: "<draft>", describe: "id, email address of the subscription's buyer, or last" },
  fields: {
    id: { filter: "text" },
    subscriptionContractId: { label: "Subscription", filter: "text" },
    status: { filter: ["DRAFT", "COMMITTED"] },
    createdDate: { filter: "date" },
    updatedDate: { label: "Changed", as: "date", filter: "date" },
    fromCycle: { path: "target.contractTarget.nextCycleNumber" },
    onlyCycle: { path: "target.cycleTarget.cycleNumber" },
    items: { path: "lineItems.lineItem.productName.original", grow: true },
    itemIds: { path: "lineItems.lineItem.id" },
    quantities: { path: "lineItems.lineItem.quantity" },
    changes: { path: "lineItems.changeType" },
    shipping: { path: "shippingDetails.changeType" },
    recipient: { path: "recipientDetails.changeType" },
    tax: { path: "priceSummary.tax.amount" },
    total: { path: "priceSummary.total.amount", as: "money", currency: "currency" },
    tags: { path: "tags.privateTags.tagIds" },
  },
  list: "items status total updatedDate subscriptionContractId id",
  get: "id status subscriptionContractId fromCycle onlyCycle items itemIds quantities changes shipping recipient tax total tags updatedDate",
  verbs: (resource): GenericVerb[] => [
    listVerb(resource, [
      "till orders subscriptions drafts list # all drafts",
      'till orders subscriptions drafts list --filter "status = DRAFT" --json # only open drafts, as JSON',
    ]),
    {
      name: "check",
      summary: "Check whether a subscription can be changed",
      call: "draftability",
      readOnly: true,
      args: [subscription],
      prints: "",
      kind: "draftability",
      fields: {
        draftable: { label: "Can be changed" },
        "nonDraftableReasons.reason": { label: "Reasons" },
        currentCycle: {},
      },
      examples: [
        "till orders subscriptions drafts check hanna@example.com # whether it can be changed, and its current cycle",
        'till orders subscriptions drafts check hanna@example.com --jq ".nonDraftableReasons[]" # only the reasons why it cannot be changed',
      ],
    },
    {
      name: "begin",
      summary: "Create a draft, or continue an open one",
      call: "create",
      args: [subscription],
      into: "target",
      flags: [
        {
          flags: "--from-cycle <n>",
          field: "contractTarget.nextCycleNumber",
          describe: "first cycle that the changes apply to (default: the next one)",
        },
        {
          flags: "--cycle <n>",
          field: "cycleTarget.cycleNumber",
          describe: "only cycle that the changes apply to",
        },
      ],
      prepare: async (input, { call }) => (await import("./find.ts")).fromNextCycle(input, call),
      prints: calculatedDraft,
      examples: [
        "till orders subscriptions drafts begin hanna@example.com --from-cycle 2 # changes that start with the second cycle",
        "till orders subscriptions drafts begin hanna@example.com --json --jq .id # print the draft id, for use in scripts",
      ],
    },
    ...singleDraftVerbs(resource),
    {
      name: "tag-many",
      summary: "Add or remove tags of up to 100 drafts",
      call: "bulkUpdateTags",
      flags: tagFlags,
      into: "",
      ...eachOutcome,
      examples: [
        'till orders subscriptions drafts list --json --jq "{draftSubscriptionContractIds: [.items[].id]}" | till orders subscriptions drafts tag-many --input - --tag vip # tag all drafts',
        'till orders subscriptions drafts list --json --jq "{draftSubscriptionContractIds: [.items[].id]}" | till orders subscriptions drafts tag-many --input - --untag vip --json # remove the tag from all drafts',
      ],
    },
    {
      name: "tag-matching",
      summary: "Add or remove tags of drafts that match a platform filter",
      call: "bulkUpdateTagsByFilter",
      flags: tagFlags,
      into: "",
      prints: "",
      kind: "job",
      fields: {
        jobId: { label: "Platform job" },
      },
      examples: [
        'till orders subscriptions drafts tag-matching -F \'filter={"status":"DRAFT"}\' --tag vip # tag all open drafts',
        'till orders subscriptions drafts tag-matching -F \'filter={"status":"COMMITTED"}\' --untag vip # remove the tag from all committed drafts',
      ],
    },
  ],
});

/** `till orders subscriptions …` */
export const subscriptions = genericGroup({
  name: "subscriptions",
  service: "subscriptionContracts",
  singular: "subscription",
  kind: "subscriptionContract",
  reference: { name: "<subscription>", describe: "id or buyer's email address" },
  matchKeys: ["buyerInfo.email"],
  fields: {
    id: { filter: "text" },
    "buyerInfo.contactId": { filter: "text" },
    "buyerInfo.email": { label: "Buyer", grow: true, filter: { here: "text" } },
    "subscriptionSettings.frequency": { filter: { here: ["DAY", "WEEK", "MONTH", "YEAR"] } },
    createdDate: { label: "Created", as: "time", filter: { here: "date" } },
    title: {},
    item: { path: "lineItems.productName.original", grow: true },
    quantity: { path: "lineItems.quantity" },
    interval: { path: "subscriptionSettings.interval", as: "number" },
    autoRenewal: { path: "subscriptionSettings.autoRenewal", label: "Auto-renewal" },
    billingCycles: { path: "subscriptionSettings.billingCycles" },
    currentCycle: { path: "lineItems.subscriptionInfo.cycleNumber", heading: "CYCLE", as: "number" },
    total: { path: "priceSummary.total.amount", as: "money", currency: "currency" },
    currency: {},
  },
  list: "buyerInfo.email item interval subscriptionSettings.frequency currentCycle total id",
  get: "id title buyerInfo.email item quantity subscriptionSettings.frequency interval autoRenewal billingCycles currentCycle total currency createdDate",
  verbs: (resource) => [
    listVerb(resource, [
      "till orders subscriptions list # all subscriptions and their current cycles",
      'till orders subscriptions list --filter "subscriptionSettings.frequency = MONTH" --json # only monthly subscriptions, as JSON',
    ]),
    getVerb(resource, [
      "till orders subscriptions get hanna@example.com # by the buyer's email address",
      "till orders subscriptions get hanna@example.com --json --fields title,subscriptionSettings # how often it renews, as JSON",
    ]),
    { ...drafts, summary: "Draft changes to subscriptions" },
  ],
});
