import { interactiveFlag } from "../../cli/flags.ts";
import { genericGroup } from "../../cli/generic/generic-resource.ts";

const order = { name: "<order>", describe: "the order's id", field: "orderId" };
const draft = { name: "<draft>", describe: "the draft order's id", field: "draftOrderId" };
const flow = { name: "<flow>", describe: "the purchase flow's id", field: "purchaseFlowId" };
const sample = "00000000-0000-4000-8000-00000000f107";
const drafted = "00000000-0000-4000-8000-00000000d4af";
const choice = (under: string) => [
  {
    flags: "--percent <n>",
    field: `${under}value`,
    also: { [`${under}tipType`]: "PERCENTAGE" },
    describe: "a share of the price",
  },
  {
    flags: "--amount <amount>",
    field: `${under}value`,
    also: { [`${under}tipType`]: "AMOUNT" },
    describe: "an amount",
  },
];
const onWhich = [
  { flags: "--order <id>", field: "orderId", describe: "the order" },
  { flags: "--draft <id>", field: "draftOrderId", describe: "the draft order" },
];
const lines = [
  { header: "Amount", path: "amount" },
  { header: "On", path: "lineItemSubtotal" },
  { header: "Shared out to", path: "distributions.staff.name" },
  { header: "Each gets", path: "distributions.amount" },
  { header: "Not shared out", path: "undistributedAmount" },
  { header: "Id", path: "id" },
];
const choiceLines = [
  { header: "Kind", path: "tipType" },
  { header: "Value", path: "value" },
];

/** `till tips …` */
export const tips = genericGroup({
  name: "tips",
  summary: "tips on orders, and how staff share them",
  service: "tips",
  singular: "tip",
  kind: "tip",
  reference: { name: "<tip>", describe: "id" },
  columns: [
    { header: "STAFF", path: "staff.name", grow: true },
    { header: "AMOUNT", path: "amount", as: "money" },
    { header: "ORDER", path: "orderId" },
    { header: "SOURCE", path: "source" },
    { header: "WHEN", path: "createdDate", as: "ago" },
    { header: "ID", path: "id" },
  ],
  details: lines,
  filters: {
    id: "text",
    orderId: "text",
    source: ["POS", "WEB", "DASHBOARD"],
    createdDate: "date",
    "staff.name": { here: "text" },
    amount: { here: "number" },
  },
  verbs: () => [
    {
      name: "preview",
      summary: "show what a tip would come to, and who would get how much",
      call: "preview",
      flags: [
        ...choice("tipChoice."),
        { flags: "--on <amount>", field: "lineItemInfo[0].price", describe: "the price that is tipped on" },
      ],
      into: "",
      prints: "tip",
      examples: [
        { run: "till tips preview --percent 15 --on 80", does: "a share of 80" },
        { run: "till tips preview --amount 7 --on 80 --json", does: "an amount, as JSON" },
      ],
    },
    {
      name: "get",
      summary: "show the tip on an order",
      call: "getByOrder",
      args: [order],
      prints: "tip",
      examples: [
        { run: `till tips get ${drafted}`, does: "by the order's id" },
        { run: `till tips get ${drafted} --json`, does: "as JSON" },
      ],
    },
    {
      name: "get-draft",
      summary: "show the tip on a draft order",
      call: "getByDraftOrder",
      args: [draft],
      prints: "tip",
      examples: [
        { run: `till tips get-draft ${drafted}`, does: "by the draft's id" },
        { run: `till tips get-draft ${drafted} --json`, does: "as JSON" },
      ],
    },
    {
      name: "set",
      summary: "set the tip on an order",
      call: "setOnOrder",
      flags: [...onWhich, { flags: "--amount <amount>", field: "tip.amount", describe: "the whole tip" }],
      into: "",
      prints: "tip",
      examples: [
        { run: `till tips set --draft ${drafted} --amount 6`, does: "nobody gets it yet" },
        {
          run: `till tips set --draft ${drafted} --amount 6 -f tip.distributions[0].staff.name=Ada -f tip.distributions[0].amount=6 --json`,
          does: "all of it for one",
        },
      ],
    },
    {
      name: "share",
      summary: "give members of staff more of a tip",
      call: "addDistributions",
      flags: [
        ...onWhich,
        { flags: "--staff <name>", field: "tipDistributions[0].staff.name", describe: "who gets it" },
        { flags: "--amount <amount>", field: "tipDistributions[0].amount", describe: "how much" },
      ],
      into: "",
      prints: "tipDistributions",
      examples: [
        { run: `till tips share --draft ${drafted} --staff Bruno --amount 2`, does: "two more for one" },
        { run: `till tips share --draft ${drafted} --staff Bruno --amount 2 --json`, does: "as JSON" },
      ],
    },
    {
      name: "remove",
      summary: "take the tip off an order",
      call: "removeFromOrder",
      flags: onWhich,
      into: "",
      confirms: "Take the tip off the order",
      done: "Took the tip off the order",
      examples: [
        { run: `till tips remove --draft ${drafted}`, does: "after a question" },
        { run: `till tips remove --draft ${drafted} --yes`, does: "in a script" },
      ],
    },
    {
      name: "choice",
      summary: "show the tip that a buyer chose on the way to an order",
      call: "getChoice",
      args: [flow],
      prints: "tipChoice",
      kind: "tipChoice",
      columns: choiceLines,
      examples: [
        { run: `till tips choice ${sample}`, does: "by the purchase flow's id" },
        { run: `till tips choice ${sample} --json`, does: "as JSON" },
      ],
    },
    {
      name: "choose",
      summary: "choose a tip on the way to an order",
      call: "updateChoice",
      args: [flow],
      flags: choice("tipChoice."),
      into: "",
      prints: "tipChoice",
      kind: "tipChoice",
      columns: choiceLines,
      examples: [
        { run: `till tips choose ${sample} --percent 10`, does: "a share" },
        { run: `till tips choose ${sample} --amount 5 --json`, does: "an amount" },
      ],
    },
    {
      name: "list",
      summary: "list what members of staff got of tips",
      call: "queryDistributions",
      flags: [
        { flags: "--filter <expression>", describe: 'only rows that match: orderId = "…"' },
        { flags: "--all", describe: "every row, page after page" },
        interactiveFlag,
      ],
      kind: "tipDistribution",
      columns: [
        { header: "STAFF", path: "staff.name", grow: true },
        { header: "AMOUNT", path: "amount", as: "money" },
        { header: "ORDER", path: "orderId" },
        { header: "WHEN", path: "createdDate", as: "ago" },
      ],
      examples: [
        { run: "till tips list", does: "who got what" },
        { run: "till tips list --all --json", does: "as JSON" },
      ],
    },
    {
      name: "sum",
      summary: "add up what members of staff got of tips",
      call: "sumDistributions",
      defaults: { filter: {} },
      into: "",
      prints: "",
      kind: "tipSum",
      columns: [{ header: "Together", path: "totalAmount" }],
      examples: [
        { run: "till tips sum", does: "all of it" },
        { run: 'till tips sum -F \'filter={"source":"WEB"}\' --json', does: "a part, by a platform filter" },
      ],
    },
    {
      name: "staff",
      summary: "list the members of staff who can be tipped",
      call: "tippableStaff.list",
      flags: [{ flags: "--name <text>", field: "filterByName", describe: "only names with this in them" }],
      into: "",
      prints: "staff",
      kind: "staff",
      columns: [
        { header: "NAME", path: "name", grow: true },
        { header: "ID", path: "id" },
      ],
      examples: [
        { run: "till tips staff", does: "everybody" },
        { run: "till tips staff --name ada --json", does: "by name" },
      ],
    },
  ],
});
