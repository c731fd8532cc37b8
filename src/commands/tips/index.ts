import { interactiveFlag } from "../../cli/flags.ts";
import type { GenericFields, GenericVerb } from "../../cli/generic/generic-resource.ts";
import { genericGroup } from "../../cli/generic/generic-verbs.ts";

const orderArg = { name: "<order>", describe: "order id", field: "orderId" };
const draftArg = { name: "<draft>", describe: "draft order id", field: "draftOrderId" };
const flowArg = { name: "<flow>", describe: "purchase flow id", field: "purchaseFlowId" };
const sampleFlow = "00000000-0000-4000-8000-00000000f107";
/** Passes the order of the first tip to the command that follows. */
const tippedOrder = 'till orders tips list --jq ".items[0].orderId" | xargs till orders tips';
const lastDraft = "till orders drafts get last --jq .id | xargs till orders tips";
const choiceFlags = [
  {
    flags: "--percent <n>",
    field: "tipChoice.value",
    also: { "tipChoice.tipType": "PERCENTAGE" },
    describe: "percentage of the subtotal",
  },
  {
    flags: "--amount <amount>",
    field: "tipChoice.value",
    also: { "tipChoice.tipType": "AMOUNT" },
    describe: "fixed amount",
  },
];
const orderFlags = [
  { flags: "--order <id>", field: "orderId", describe: "order id" },
  { flags: "--draft <id>", field: "draftOrderId", describe: "draft order id" },
];
const choiceFields: GenericFields = {
  tipType: { label: "Type" },
  value: {},
};

/** `till orders tips …` */
export const tips = genericGroup({
  name: "tips",
  service: "tips",
  kind: "tip",
  reference: { name: "<tip>", describe: "id" },
  fields: {
    id: { filter: "text" },
    orderId: { label: "Order", filter: "text" },
    source: { filter: ["POS", "WEB", "DASHBOARD"] },
    createdDate: { label: "Date", as: "date", filter: "date" },
    "staff.name": { label: "Staff", grow: true, filter: { here: "text" } },
    amount: { as: "money", filter: { here: "number" } },
    lineItemSubtotal: { label: "Subtotal" },
    staff: { path: "distributions.staff.name" },
    shares: { path: "distributions.amount" },
    undistributedAmount: { label: "Undistributed" },
  },
  list: "staff.name amount orderId source createdDate id",
  get: "amount lineItemSubtotal staff shares undistributedAmount id",
  verbs: (): GenericVerb[] => [
    {
      name: "preview",
      summary: "Preview a tip and its distribution",
      call: "preview",
      readOnly: true,
      flags: [
        ...choiceFlags,
        {
          flags: "--subtotal <amount>",
          field: "lineItemInfo[0].price",
          describe: "subtotal that the tip is based on",
        },
      ],
      into: "",
      prints: "tip",
      examples: [
        "till orders tips preview --percent 15 --subtotal 80 # 15% of 80",
        "till orders tips preview --amount 7 --subtotal 80 --json # a fixed amount, as JSON",
      ],
    },
    {
      name: "get",
      summary: "Show the tip on an order",
      call: "getByOrder",
      readOnly: true,
      args: [orderArg],
      prints: "tip",
      examples: [
        `${tippedOrder} get # by order id`,
        `${tippedOrder} get --jq ".distributions[] | [.staff.name, .amount] | @tsv" # who gets how much`,
      ],
    },
    {
      name: "get-draft",
      summary: "Show the tip on a draft order",
      call: "getByDraftOrder",
      readOnly: true,
      args: [draftArg],
      prints: "tip",
      examples: [
        `${lastDraft} get-draft # of your last draft`,
        `${lastDraft} get-draft --jq .amount # only the amount`,
      ],
    },
    {
      name: "set",
      summary: "Set the tip on an order",
      call: "setOnOrder",
      flags: [
        ...orderFlags,
        { flags: "--amount <amount>", field: "tip.amount", describe: "amount of the tip" },
      ],
      into: "",
      prints: "tip",
      examples: [
        `${lastDraft} set --amount 6 --draft # an undistributed tip on your last draft`,
        "till orders get 10001 --jq .id | xargs till orders tips set --amount 6 -f tip.distributions[0].staff.name=Ada -f tip.distributions[0].amount=6 --order # a tip on an order, for one staff member",
      ],
    },
    {
      name: "share",
      summary: "Add to a staff member's share of a tip",
      call: "addDistributions",
      flags: [
        ...orderFlags,
        { flags: "--staff <name>", field: "tipDistributions[0].staff.name", describe: "staff member" },
        { flags: "--amount <amount>", field: "tipDistributions[0].amount", describe: "amount to add" },
      ],
      into: "",
      prints: "tipDistributions",
      examples: [
        `${tippedOrder} share --staff Bruno --amount 2 --order # add two to one staff member's share`,
        `${tippedOrder} share --staff Bruno --amount 2 --dry-run --order # preview the request`,
      ],
    },
    {
      name: "delete",
      summary: "Remove the tip from an order",
      call: "removeFromOrder",
      flags: orderFlags,
      into: "",
      confirms: "Remove the tip from the order",
      done: "Removed the tip from the order",
      examples: [
        `${tippedOrder} delete --yes --order # from the order of the first tip`,
        `${lastDraft} delete --dry-run --draft # preview it, on your last draft`,
      ],
    },
    {
      name: "choice",
      summary: "Show the tip that a buyer chose at checkout",
      call: "getChoice",
      readOnly: true,
      args: [flowArg],
      prints: "tipChoice",
      kind: "tipChoice",
      fields: choiceFields,
      examples: [
        `till orders tips choice ${sampleFlow} # by purchase flow id`,
        `till orders tips choice ${sampleFlow} --jq .value # only the percentage or amount`,
      ],
    },
    {
      name: "choose",
      summary: "Choose a tip at checkout",
      call: "updateChoice",
      args: [flowArg],
      flags: choiceFlags,
      into: "",
      prints: "tipChoice",
      kind: "tipChoice",
      fields: choiceFields,
      examples: [
        'till settings templates checkout "Tea ceremony for two" --jq .purchaseFlowId | xargs till orders tips choose --percent 10 # a percentage, in a new checkout',
        `till orders tips choose ${sampleFlow} --amount 5 # a fixed amount, by purchase flow id`,
      ],
    },
    {
      name: "list",
      summary: "List the tip distributions to staff",
      call: "queryDistributions",
      readOnly: true,
      flags: [
        { flags: "--filter <expression>", describe: 'only rows that match: orderId = "…"' },
        { flags: "--all", describe: "all rows" },
        interactiveFlag,
      ],
      kind: "tipDistribution",
      list: "staff.name amount orderId createdDate",
      examples: [
        "till orders tips list # all distributions",
        "till orders tips list --all --output csv > tips.csv # for a spreadsheet",
      ],
    },
    {
      name: "sum",
      summary: "Show the total of tip distributions",
      call: "sumDistributions",
      readOnly: true,
      defaults: { filter: {} },
      into: "",
      prints: "",
      kind: "tipSum",
      fields: {
        totalAmount: { label: "Total" },
      },
      examples: [
        "till orders tips sum # the total of all tips",
        'till orders tips sum -F \'filter={"source":"WEB"}\' --json # only tips from the website',
      ],
    },
    {
      name: "staff",
      summary: "List the staff members who can receive tips",
      call: "tippableStaff.list",
      readOnly: true,
      flags: [
        { flags: "--name <text>", field: "filterByName", describe: "only names that contain this text" },
      ],
      into: "",
      prints: "staff",
      kind: "staff",
      fields: {
        name: { grow: true },
        id: {},
      },
      examples: [
        "till orders tips staff # all staff members",
        "till orders tips staff --name ada --json # by name",
      ],
    },
  ],
});
