import { genericGroup } from "../../cli/generic/generic-verbs.ts";

const fromArg = { name: "<from>", describe: "currency: EUR" };
const toArg = { name: "<to>", describe: "currency: USD" };

/** `till settings currencies …` */
export const currencies = genericGroup({
  name: "currencies",
  service: "currencies",
  plural: "currencies",
  kind: "currency",
  reference: { name: "", describe: "" },
  fields: {
    code: {},
    symbol: {},
  },
  verbs: () => [
    {
      name: "list",
      summary: "List currencies",
      call: "list",
      readOnly: true,
      prints: "currencies",
      examples: [
        "till settings currencies list # all currencies",
        'till settings currencies list --jq ".items[].code" # only the codes, one per line',
      ],
    },
    {
      name: "rate",
      summary: "Show the exchange rate between two currencies",
      args: [fromArg, toArg],
      examples: [
        "till settings currencies rate EUR USD # the value of one euro in US dollars",
        "till settings currencies rate EUR USD --jq .converted # only the number, for a script",
      ],
      load: async () => ({ run: (await import("./convert.ts")).rate }),
    },
    {
      name: "convert",
      summary: "Convert amounts from one currency to another",
      args: [fromArg, toArg, { name: "<amounts...>", describe: "amounts: 12.50" }],
      examples: [
        "till settings currencies convert EUR USD 12.50 # a single amount",
        "till settings currencies convert EUR JPY 12.50 99 --json # up to 100 amounts",
      ],
      load: async () => ({ run: (await import("./convert.ts")).convert }),
    },
  ],
});
