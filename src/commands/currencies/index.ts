import { genericGroup } from "../../cli/generic/generic-resource.ts";

const source = { name: "<from>", describe: "currency: EUR" };
const target = { name: "<to>", describe: "currency: USD" };

/** `till currencies …` */
export const currencies = genericGroup({
  name: "currencies",
  summary: "currencies, and amounts converted from one to another",
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
      summary: "list the currencies",
      call: "list",
      prints: "currencies",
      examples: [
        { run: "till currencies list", does: "every currency" },
        { run: "till currencies list --json", does: "as JSON" },
      ],
    },
    {
      name: "rate",
      summary: "show what one unit of a currency is worth in another",
      args: [source, target],
      examples: [
        { run: "till currencies rate EUR USD", does: "what a euro is worth" },
        { run: "till currencies rate EUR USD --json", does: "as JSON" },
      ],
      load: async () => ({ run: (await import("./convert.ts")).rate }),
    },
    {
      name: "convert",
      summary: "convert amounts from one currency to another",
      args: [source, target, { name: "<amounts...>", describe: "amounts: 12.50" }],
      examples: [
        { run: "till currencies convert EUR USD 12.50", does: "one amount" },
        { run: "till currencies convert EUR JPY 12.50 99 --json", does: "several, up to 100" },
      ],
      load: async () => ({ run: (await import("./convert.ts")).convert }),
    },
  ],
});
