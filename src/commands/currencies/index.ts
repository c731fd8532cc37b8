import { genericGroup } from "../../cli/generic/generic-verbs.ts";

const fromArg = { name: "<from>", describe: "currency: EUR" };
const toArg = { name: "<to>", describe: "currency: USD" };

/** `till currencies …` */
export const currencies = genericGroup({
  name: "currencies",
  summary: "List and convert currencies",
  service: "currencies",
  singular: "currency",
  plural: "currencies",
  kind: "currency",
  reference: { name: "", describe: "" },
  columns: [
    { header: "CODE", path: "code" },
    { header: "SYMBOL", path: "symbol" },
  ],
  verbs: () => [
    {
      name: "list",
      summary: "List currencies",
      call: "list",
      prints: "currencies",
      examples: [
        { run: "till currencies list", does: "all currencies" },
        { run: "till currencies list --json", does: "as JSON" },
      ],
    },
    {
      name: "rate",
      summary: "Show the exchange rate between two currencies",
      args: [fromArg, toArg],
      examples: [
        { run: "till currencies rate EUR USD", does: "the value of one euro in US dollars" },
        { run: "till currencies rate EUR USD --json", does: "as JSON" },
      ],
      load: async () => ({ run: (await import("./convert.ts")).rate }),
    },
    {
      name: "convert",
      summary: "Convert amounts from one currency to another",
      args: [fromArg, toArg, { name: "<amounts...>", describe: "amounts: 12.50" }],
      examples: [
        { run: "till currencies convert EUR USD 12.50", does: "a single amount" },
        { run: "till currencies convert EUR JPY 12.50 99 --json", does: "up to 100 amounts" },
      ],
      load: async () => ({ run: (await import("./convert.ts")).convert }),
    },
  ],
});
