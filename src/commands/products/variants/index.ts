import type { Group } from "../../../cli/command.ts";
import { yesFlag } from "../../../cli/flags.ts";
import { optionFlag, productArg } from "../arguments.ts";

/** `till products variants …` */
export const variants: Group = {
  name: "variants",
  summary: "Manage a product's variants",
  verbs: [
    {
      name: "list",
      summary: "List a product's variants",
      args: [productArg],
      flags: [optionFlag],
      examples: [
        "till products variants list stoneware-mug # choices, SKUs, prices, stock",
        "till products variants list stoneware-mug --option Colour=Ink --json # only matching variants, as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).list }),
    },
    {
      name: "update",
      writes: true,
      summary: "Change a product's variants, or the one with an SKU",
      args: [productArg],
      flags: [
        optionFlag,
        { flags: "--price <amount>", describe: "price of the variant" },
        { flags: "--cost <amount>", describe: "your cost" },
        { flags: "--weight <amount>", describe: "weight" },
        { flags: "--sku <text>", describe: "SKU" },
        { flags: "--visible <bool>", describe: "show in the shop", choices: ["true", "false"] },
      ],
      examples: [
        "till products variants update stoneware-mug --option Colour=Ink --price 26 # change the price of one variant",
        "till products variants update MUG-MOSS --visible false # hide one variant, by its SKU",
      ],
      load: async () => ({ run: (await import("./run.ts")).update }),
    },
    {
      name: "reset",
      writes: true,
      summary: "Reset all changes to a product's variants",
      args: [productArg],
      flags: [yesFlag],
      examples: [
        "till products variants reset stoneware-mug --yes # without confirmation",
        "till products variants reset stoneware-mug # asks for confirmation",
      ],
      load: async () => ({ run: (await import("./run.ts")).reset }),
    },
  ],
};
