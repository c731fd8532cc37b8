import type { Flag, Group } from "../../cli/command.ts";
import { listFlags, wholeNumber } from "../../cli/flags.ts";

const reference = { name: "<product>", describe: "id, slug or SKU" };
const variantFlag: Flag = {
  flags: "--option <choice...>",
  describe: "which variant: Size=Large (a variant's SKU as <product> does the same)",
};

/** `till inventory …` */
export const inventory: Group = {
  name: "inventory",
  summary: "see and set stock",
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "list stock, one row a variant",
      flags: listFlags,
      examples: [
        { run: "till inventory list --filter 'quantity < 5'", does: "what runs out" },
        { run: "till inventory list --all --output csv", does: "all stock, for a spreadsheet" },
      ],
      load: () => import("./list.ts"),
    },
    {
      name: "get",
      summary: "show the stock of one product",
      args: [reference],
      examples: [
        { run: "till inventory get stoneware-mug", does: "one row a variant" },
        { run: "till inventory get stoneware-mug --json", does: "as JSON" },
      ],
      load: () => import("./get.ts"),
    },
    {
      name: "set",
      summary: "set the stock of a product or variant",
      args: [reference],
      flags: [
        variantFlag,
        {
          flags: "--quantity <n>",
          describe: "pieces in stock; turns tracking on",
          parse: wholeNumber("--quantity"),
        },
        {
          flags: "--in-stock <yes>",
          describe: "in stock or not, without counting; turns tracking off",
          choices: ["true", "false"],
        },
      ],
      examples: [
        { run: "till inventory set stoneware-mug --quantity 40", does: "count to 40" },
        {
          run: "till inventory set linen-napkins --option Colour=Sand --in-stock false",
          does: "one variant, sold out",
        },
      ],
      load: () => import("./set.ts"),
    },
    ...(["increment", "decrement"] as const).map((name) => ({
      name,
      summary: name === "increment" ? "add to the stock" : "take from the stock",
      args: [reference],
      flags: [
        variantFlag,
        { flags: "--by <n>", describe: "how many (default: 1)", parse: wholeNumber("--by", 1) },
      ],
      examples: [
        {
          run: `till inventory ${name} MUG-INK --by 12`,
          does: name === "increment" ? "twelve more" : "twelve fewer",
        },
        { run: `till inventory ${name} serving-bowl --json`, does: "one, and the new stock as JSON" },
      ],
      load: async () => {
        const { increment, decrement } = await import("./adjust.ts");
        return { run: name === "increment" ? increment : decrement };
      },
    })),
  ],
};
