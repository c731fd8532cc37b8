import type { Finder, GenericVerb } from "../../cli/generic/generic-resource.ts";
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
      fields: {
        draftable: { label: "Can be changed" },
        "nonDraftableReasons.reason": { label: "Reasons" },
        currentCycle: {},
      },
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
      fields: {
        jobId: { label: "Platform job" },
      },
      examples: [
        'till subscriptions drafts tag-matching -F \'filter={"status":"DRAFT"}\' --tag vip # tag all open drafts',
        'till subscriptions drafts tag-matching -F \'filter={"status":"COMMITTED"}\' --untag vip # remove the tag from all committed drafts',
      ],
    },
  ],
});
