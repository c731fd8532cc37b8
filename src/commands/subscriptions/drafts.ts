import {
  type Finder,
  type GenericResource,
  type GenericVerb,
  genericGroup,
  listVerb,
} from "../../cli/generic/generic-resource.ts";

const findsSubscription: Finder = async (call, name) =>
  (await import("./find.ts")).findSubscription(call, name);
const subscription = {
  name: "<subscription>",
  describe: "id or the buyer's e-mail address",
  field: "subscriptionContractId",
  finds: findsSubscription,
};
const prints = "calculatedDraftSubscriptionContract.draftSubscriptionContract";
const findsDraft: Finder = async (call, name) => (await import("./find.ts")).findDraft(call, name);

const tagFlag = (flags: string, field: string, describe: string) =>
  ({ flags, field: `${field}.privateTags.tagIds`, describe, repeat: true }) as const;
const tagFlags = [
  tagFlag("--tag <tag>", "assignTags", "a tag to add, as often as needed"),
  tagFlag("--untag <tag>", "unassignTags", "a tag to take off, as often as needed"),
];

/** `till subscriptions drafts …` */
export const drafts = genericGroup({
  name: "drafts",
  summary: "changes to subscriptions, before they are made",
  service: "draftContracts",
  singular: "draft",
  kind: "draftSubscriptionContract",
  reference: { name: "<draft>", describe: "id, the e-mail address of the subscription's buyer, or: last" },
  columns: [
    { header: "ITEMS", path: "lineItems.lineItem.productName.original", grow: true },
    { header: "STATUS", path: "status" },
    { header: "TOTAL", path: "priceSummary.total.amount", as: "money" },
    { header: "CHANGED", path: "updatedDate", as: "ago" },
    { header: "SUBSCRIPTION", path: "subscriptionContractId" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Id", path: "id" },
    { header: "Status", path: "status" },
    { header: "Subscription", path: "subscriptionContractId" },
    { header: "From cycle on", path: "target.contractTarget.nextCycleNumber" },
    { header: "For cycle alone", path: "target.cycleTarget.cycleNumber" },
    { header: "Items", path: "lineItems.lineItem.productName.original" },
    { header: "Item ids", path: "lineItems.lineItem.id" },
    { header: "Quantities", path: "lineItems.lineItem.quantity" },
    { header: "Changes", path: "lineItems.changeType" },
    { header: "Delivery", path: "shippingDetails.changeType" },
    { header: "Recipient", path: "recipientDetails.changeType" },
    { header: "Tax", path: "priceSummary.tax.amount" },
    { header: "Total", path: "priceSummary.total.amount" },
    { header: "Tags", path: "tags.privateTags.tagIds" },
    { header: "Changed", path: "updatedDate", as: "time" },
  ],
  filters: {
    id: "text",
    subscriptionContractId: "text",
    status: ["DRAFT", "COMMITTED"],
    createdDate: "date",
    updatedDate: "date",
  },
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till subscriptions drafts list", does: "all of them" },
      { run: "till subscriptions drafts list --filter 'status = DRAFT' --json", does: "those that are open" },
    ]),
    {
      name: "check",
      summary: "show whether a subscription can be changed, and why not",
      call: "draftability",
      args: [subscription],
      prints: "",
      kind: "draftability",
      columns: [
        { header: "Can be changed", path: "draftable" },
        { header: "Why not", path: "nonDraftableReasons.reason" },
        { header: "Cycle now", path: "currentCycle" },
      ],
      examples: [
        { run: "till subscriptions drafts check hanna@example.com", does: "and the cycle that it is in" },
        { run: "till subscriptions drafts check hanna@example.com --json", does: "for a script" },
      ],
    },
    {
      name: "begin",
      summary: "begin changes, or go on with those that were begun",
      call: "create",
      args: [subscription],
      into: "target",
      flags: [
        {
          flags: "--from-cycle <n>",
          field: "contractTarget.nextCycleNumber",
          describe: "they hold from this cycle on (default: the next one)",
        },
        {
          flags: "--cycle <n>",
          field: "cycleTarget.cycleNumber",
          describe: "they are for this cycle alone",
        },
      ],
      prepare: async (input, { call }) => (await import("./find.ts")).fromNextCycle(input, call),
      prints,
      examples: [
        {
          run: "till subscriptions drafts begin hanna@example.com --from-cycle 2",
          does: "from the second cycle on",
        },
        {
          run: "till subscriptions drafts begin hanna@example.com --json --jq .id",
          does: "and its id, for the commands that fill it",
        },
      ],
    },
    ...ofOne(resource),
    {
      name: "tag-many",
      summary: "add tags to up to 100 drafts, and take others off",
      call: "bulkUpdateTags",
      flags: tagFlags,
      into: "",
      prints: "results",
      kind: "result",
      columns: [
        { header: "ID", path: "itemMetadata.id" },
        { header: "DONE", path: "itemMetadata.success" },
        { header: "ERROR", path: "itemMetadata.error.description", grow: true },
      ],
      examples: [
        {
          run: "till subscriptions drafts list --json --jq '{draftSubscriptionContractIds: [.items[].id]}' | till subscriptions drafts tag-many --input - --tag vip",
          does: "all of them",
        },
        {
          run: "till subscriptions drafts list --json --jq '{draftSubscriptionContractIds: [.items[].id]}' | till subscriptions drafts tag-many --input - --untag vip --json",
          does: "and take it off again",
        },
      ],
    },
    {
      name: "tag-matching",
      summary: "add tags to the drafts that match a filter of the platform, and take others off",
      call: "bulkUpdateTagsByFilter",
      flags: tagFlags,
      into: "",
      prints: "",
      kind: "job",
      columns: [{ header: "Job of the platform", path: "jobId" }],
      examples: [
        {
          run: `till subscriptions drafts tag-matching -F 'filter={"status":"DRAFT"}' --tag vip`,
          does: "those that are open",
        },
        {
          run: `till subscriptions drafts tag-matching -F 'filter={"status":"COMMITTED"}' --untag vip`,
          does: "those that were committed",
        },
      ],
    },
  ],
});

/** Verbs of one draft, which is named by its id. */
function ofOne(resource: GenericResource): GenericVerb[] {
  const draft = { ...resource.reference, field: "draftSubscriptionContractId", finds: findsDraft };
  return [
    {
      name: "get",
      summary: "show one draft",
      call: "get",
      args: [draft],
      prints,
      examples: [
        { run: "till subscriptions drafts get last", does: "its items, and what is changed" },
        { run: "till subscriptions drafts get hanna@example.com --json", does: "all of it" },
      ],
    },
    {
      name: "add",
      summary: "put an item into a draft",
      call: "addLineItems",
      args: [draft],
      into: "customLineItems[0]",
      defaults: { customLineItems: [{ quantity: 1, itemType: { preset: "PHYSICAL" } }] },
      flags: [
        { flags: "--name <text>", field: "productName.original", describe: "what it is called" },
        { flags: "--price <amount>", field: "price.amount", describe: "the price of one" },
        { flags: "--quantity <n>", field: "quantity", describe: "how many" },
      ],
      prints,
      examples: [
        { run: "till subscriptions drafts add last --name Sampler --price 5.00", does: "one of it" },
        {
          run: "till subscriptions drafts add hanna@example.com --name Filters --price 2 --quantity 3",
          does: "three",
        },
      ],
    },
    {
      name: "set",
      summary: "change quantity or price of an item; quantity 0 takes it out",
      call: "updateLineItems",
      args: [
        draft,
        { name: "<item>", describe: "its place, name or id", field: "lineItemChanges[0].lineItemId" },
      ],
      into: "lineItemChanges[0]",
      flags: [
        { flags: "--quantity <n>", field: "newQuantity", describe: "how many" },
        { flags: "--price <amount>", field: "newPrice", describe: "the price of one" },
      ],
      prepare: async (input, { call }) => (await import("./find.ts")).withItemId(input, call),
      prints,
      examples: [
        { run: "till subscriptions drafts set last 1 --quantity 2", does: "two of it" },
        { run: "till subscriptions drafts set hanna@example.com 1 --quantity 0", does: "none any more" },
      ],
    },
    {
      name: "shipping",
      summary: "say how it is delivered; without fields, not at all",
      call: "setShippingInfo",
      args: [draft],
      into: "shippingInfo",
      flags: [{ flags: "--title <text>", field: "title", describe: "the way of delivery" }],
      prints,
      examples: [
        { run: "till subscriptions drafts shipping last --title Express", does: "another way" },
        {
          run: "till subscriptions drafts shipping hanna@example.com -f title=Express -f cost.price.amount=14.90",
          does: "and its price",
        },
      ],
    },
    {
      name: "recipient",
      summary: "say who gets it",
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
      prints,
      examples: [
        {
          run: "till subscriptions drafts recipient last --first-name Ada --city Hudson --country US",
          does: "a present",
        },
        {
          run: "till subscriptions drafts recipient hanna@example.com -f contactDetails.firstName=Ada",
          does: "any field",
        },
      ],
    },
    {
      name: "commit",
      summary: "put a draft's changes into its subscription",
      call: "commit",
      args: [draft],
      into: "",
      flags: [{ flags: "--reason <text>", field: "reason", describe: "why, for its history" }],
      confirms: "Change the subscription as the draft says",
      prints,
      examples: [
        {
          run: "till subscriptions drafts commit last --reason 'Two from now on'",
          does: "after a question",
        },
        { run: "till subscriptions drafts commit hanna@example.com --yes --json", does: "in a script" },
      ],
    },
    {
      name: "delete",
      summary: "drop a draft",
      call: "remove",
      args: [draft],
      confirms: "Drop the draft",
      done: "Dropped the draft",
      examples: [
        { run: "till subscriptions drafts delete last", does: "after a question" },
        { run: "till subscriptions drafts delete hanna@example.com --yes", does: "in a script" },
      ],
    },
  ];
}
