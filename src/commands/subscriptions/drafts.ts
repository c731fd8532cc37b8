import type { Finder } from "../../cli/generic/generic-resource.ts";
import { eachOutcome, genericGroup, listVerb } from "../../cli/generic/generic-verbs.ts";
import { calculatedDraft, singleDraftVerbs } from "./draft-verbs.ts";

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

/** `till subscriptions drafts …` */
export const drafts = genericGroup({
  name: "drafts",
  summary: "Draft changes to subscriptions",
  service: "draftContracts",
  singular: "draft",
  plural: "subscription drafts",
  kind: "draftSubscriptionContract",
  reference: { name: "<draft>", describe: "id, email address of the subscription's buyer, or last" },
  columns: [
    { header: "ITEMS", path: "lineItems.lineItem.productName.original", grow: true },
    { header: "STATUS", path: "status" },
    { header: "TOTAL", path: "priceSummary.total.amount", as: "money", currency: "currency" },
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
      "till subscriptions drafts list # all drafts",
      "till subscriptions drafts list --filter 'status = DRAFT' --json # only open drafts, as JSON",
    ]),
    {
      name: "check",
      summary: "Check whether a subscription can be changed",
      call: "draftability",
      readOnly: true,
      args: [subscription],
      prints: "",
      kind: "draftability",
      columns: [
        { header: "Can be changed", path: "draftable" },
        { header: "Reasons", path: "nonDraftableReasons.reason" },
        { header: "Current cycle", path: "currentCycle" },
      ],
      examples: [
        "till subscriptions drafts check hanna@example.com # whether it can be changed, and its current cycle",
        "till subscriptions drafts check hanna@example.com --json # as JSON",
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
        "till subscriptions drafts begin hanna@example.com --from-cycle 2 # changes that start with the second cycle",
        "till subscriptions drafts begin hanna@example.com --json --jq .id # print the draft id, for use in scripts",
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
        "till subscriptions drafts list --json --jq '{draftSubscriptionContractIds: [.items[].id]}' | till subscriptions drafts tag-many --input - --tag vip # tag all drafts",
        "till subscriptions drafts list --json --jq '{draftSubscriptionContractIds: [.items[].id]}' | till subscriptions drafts tag-many --input - --untag vip --json # remove the tag from all drafts",
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
        'till subscriptions drafts tag-matching -F \'filter={"status":"DRAFT"}\' --tag vip # tag all open drafts',
        'till subscriptions drafts tag-matching -F \'filter={"status":"COMMITTED"}\' --untag vip # remove the tag from all committed drafts',
      ],
    },
  ],
});
