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
  describe: "id or buyer's email address",
  field: "subscriptionContractId",
  finds: findsSubscription,
};
const prints = "calculatedDraftSubscriptionContract.draftSubscriptionContract";
const findsDraft: Finder = async (call, name) => (await import("./find.ts")).findDraft(call, name);

const tagFlag = (flags: string, field: string, describe: string) =>
  ({ flags, field: `${field}.privateTags.tagIds`, describe, repeat: true }) as const;
const tagFlags = [
  tagFlag("--tag <tag>", "assignTags", "tag to add (repeatable)"),
  tagFlag("--untag <tag>", "unassignTags", "tag to remove (repeatable)"),
];

/** `till subscriptions drafts …` */
export const drafts = genericGroup({
  name: "drafts",
  summary: "Draft changes to subscriptions",
  service: "draftContracts",
  singular: "draft",
  kind: "draftSubscriptionContract",
  reference: { name: "<draft>", describe: "id, email address of the subscription's buyer, or last" },
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
    { header: "From cycle", path: "target.contractTarget.nextCycleNumber" },
    { header: "Only cycle", path: "target.cycleTarget.cycleNumber" },
    { header: "Items", path: "lineItems.lineItem.productName.original" },
    { header: "Item ids", path: "lineItems.lineItem.id" },
    { header: "Quantities", path: "lineItems.lineItem.quantity" },
    { header: "Changes", path: "lineItems.changeType" },
    { header: "Shipping", path: "shippingDetails.changeType" },
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
      { run: "till subscriptions drafts list", does: "all drafts" },
      {
        run: "till subscriptions drafts list --filter 'status = DRAFT' --json",
        does: "only open drafts, as JSON",
      },
    ]),
    {
      name: "check",
      summary: "Check whether a subscription can be changed",
      call: "draftability",
      args: [subscription],
      prints: "",
      kind: "draftability",
      columns: [
        { header: "Can be changed", path: "draftable" },
        { header: "Reasons", path: "nonDraftableReasons.reason" },
        { header: "Current cycle", path: "currentCycle" },
      ],
      examples: [
        {
          run: "till subscriptions drafts check hanna@example.com",
          does: "whether it can be changed, and its current cycle",
        },
        { run: "till subscriptions drafts check hanna@example.com --json", does: "as JSON" },
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
      prints,
      examples: [
        {
          run: "till subscriptions drafts begin hanna@example.com --from-cycle 2",
          does: "changes that start with the second cycle",
        },
        {
          run: "till subscriptions drafts begin hanna@example.com --json --jq .id",
          does: "print the draft id, for use in scripts",
        },
      ],
    },
    ...singleDraftVerbs(resource),
    {
      name: "tag-many",
      summary: "Add or remove tags of up to 100 drafts",
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
          does: "tag all drafts",
        },
        {
          run: "till subscriptions drafts list --json --jq '{draftSubscriptionContractIds: [.items[].id]}' | till subscriptions drafts tag-many --input - --untag vip --json",
          does: "remove the tag from all drafts",
        },
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
      columns: [{ header: "Platform job", path: "jobId" }],
      examples: [
        {
          run: `till subscriptions drafts tag-matching -F 'filter={"status":"DRAFT"}' --tag vip`,
          does: "tag all open drafts",
        },
        {
          run: `till subscriptions drafts tag-matching -F 'filter={"status":"COMMITTED"}' --untag vip`,
          does: "remove the tag from all committed drafts",
        },
      ],
    },
  ],
});

/** Verbs that take one draft. */
function singleDraftVerbs(resource: GenericResource): GenericVerb[] {
  const draft = { ...resource.reference, field: "draftSubscriptionContractId", finds: findsDraft };
  return [
    {
      name: "get",
      summary: "Show a draft",
      call: "get",
      args: [draft],
      prints,
      examples: [
        { run: "till subscriptions drafts get last", does: "the newest draft" },
        { run: "till subscriptions drafts get hanna@example.com --json", does: "the full record as JSON" },
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
      prints,
      examples: [
        {
          run: "till subscriptions drafts add last --name Sampler --price 5.00",
          does: "add a custom item to the newest draft",
        },
        {
          run: "till subscriptions drafts add hanna@example.com --name Filters --price 2 --quantity 3",
          does: "add a quantity of three",
        },
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
      prints,
      examples: [
        {
          run: "till subscriptions drafts set last 1 --quantity 2",
          does: "set the quantity of the first item",
        },
        {
          run: "till subscriptions drafts set hanna@example.com 1 --quantity 0",
          does: "remove the first item",
        },
      ],
    },
    {
      name: "shipping",
      summary: "Set the shipping information, or clear it if no fields are given",
      call: "setShippingInfo",
      args: [draft],
      into: "shippingInfo",
      flags: [{ flags: "--title <text>", field: "title", describe: "name of the shipping option" }],
      prints,
      examples: [
        { run: "till subscriptions drafts shipping last --title Express", does: "set the shipping title" },
        {
          run: "till subscriptions drafts shipping hanna@example.com -f title=Express -f cost.price.amount=14.90",
          does: "set the title and the price",
        },
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
      prints,
      examples: [
        {
          run: "till subscriptions drafts recipient last --first-name Ada --city Hudson --country US",
          does: "set the recipient's name and address",
        },
        {
          run: "till subscriptions drafts recipient hanna@example.com -f contactDetails.firstName=Ada",
          does: "set any field",
        },
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
      prints,
      examples: [
        {
          run: "till subscriptions drafts commit last --reason 'Two from now on'",
          does: "asks for confirmation",
        },
        {
          run: "till subscriptions drafts commit hanna@example.com --yes --json",
          does: "without confirmation",
        },
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
        { run: "till subscriptions drafts delete last", does: "asks for confirmation" },
        { run: "till subscriptions drafts delete hanna@example.com --yes", does: "without confirmation" },
      ],
    },
  ];
}
