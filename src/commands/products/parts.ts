import type { Flag, Group, Verb } from "../../cli/command.ts";
import { yesFlag } from "../../cli/flags.ts";

const reference = { name: "<product>", describe: "id, slug or SKU" };
const choiceFlag: Flag = { flags: "--choice <choice>", describe: "the choice it belongs to: Colour=Ink" };
const optionFlag: Flag = { flags: "--option <choice...>", describe: "which variants: Size=Large" };

/** `till products media …` */
export const media: Group = {
  name: "media",
  summary: "pictures and videos of a product",
  verbs: [
    {
      name: "list",
      summary: "list a product's media",
      args: [reference],
      examples: [
        { run: "till products media list stoneware-mug", does: "ids, kinds and addresses" },
        { run: "till products media list stoneware-mug --json", does: "for a script" },
      ],
      load: () => import("./media/list.ts"),
    },
    {
      name: "add",
      summary: "add media by id or web address",
      args: [reference, { name: "<sources...>", describe: "media ids of the platform, or web addresses" }],
      flags: [choiceFlag],
      examples: [
        { run: "till products media add stoneware-mug https://example.com/mug.jpg", does: "from the web" },
        {
          run: "till products media add stoneware-mug mug-ink.jpg --choice Colour=Ink",
          does: "for one choice",
        },
      ],
      load: () => import("./media/add.ts"),
    },
    {
      name: "remove",
      summary: "remove media from a product",
      args: [reference, { name: "[ids...]", describe: "which; without ids all of it, after a question" }],
      flags: [yesFlag],
      examples: [
        {
          run: "till products media remove stoneware-mug till_stoneware-mug-ink~mv2.jpg",
          does: "one picture",
        },
        { run: "till products media remove stoneware-mug --yes", does: "all of it" },
      ],
      load: () => import("./media/remove.ts"),
    },
    {
      name: "attach",
      summary: "show media with a choice of an option",
      args: [reference, { name: "<ids...>", describe: "media ids of the product" }],
      flags: [choiceFlag],
      examples: [
        {
          run: "till products media attach stoneware-mug till_stoneware-mug-ink~mv2.jpg --choice Colour=Ink",
          does: "one picture for one colour",
        },
        {
          run: "till products media attach stoneware-mug till_stoneware-mug-oat~mv2.jpg --choice Colour=Oat --json",
          does: "and the product as JSON",
        },
      ],
      load: () => import("./media/attach.ts"),
    },
    {
      name: "detach",
      summary: "show media with no choice in particular",
      args: [reference],
      flags: [choiceFlag],
      examples: [
        { run: "till products media detach stoneware-mug --choice Colour=Ink", does: "for one choice" },
        { run: "till products media detach stoneware-mug", does: "for every choice" },
      ],
      load: () => import("./media/detach.ts"),
    },
  ],
};

/** `till products options …` */
export const options: Group = {
  name: "options",
  summary: "what buyers can choose of a product",
  verbs: [
    {
      name: "availability",
      summary: "what can still be chosen once some choices are made",
      args: [reference],
      flags: [optionFlag],
      examples: [
        {
          run: "till products options availability stoneware-mug --option Colour=Ink",
          does: "one choice made",
        },
        { run: "till products options availability stoneware-mug --json", does: "as the platform answers" },
      ],
      load: () => import("./options/availability.ts"),
    },
    {
      name: "delete",
      summary: "delete a product's options (its variants must not be managed)",
      args: [reference],
      flags: [yesFlag],
      examples: [
        { run: "till products options delete gift-wrapping --yes", does: "in a script" },
        { run: "till products options delete gift-wrapping", does: "after a question" },
      ],
      load: () => import("./options/delete.ts"),
    },
  ],
};

/** `till products variants …` */
export const variants: Group = {
  name: "variants",
  summary: "the buyable combinations of a product's choices",
  verbs: [
    {
      name: "list",
      summary: "list a product's variants",
      args: [reference],
      flags: [optionFlag],
      examples: [
        { run: "till products variants list stoneware-mug", does: "choices, SKUs, prices, stock" },
        {
          run: "till products variants list stoneware-mug --option Colour=Ink --json",
          does: "some, as JSON",
        },
      ],
      load: () => import("./variants/list.ts"),
    },
    {
      name: "update",
      summary: "change variants",
      args: [reference],
      flags: [
        optionFlag,
        { flags: "--price <amount>", describe: "a price of its own" },
        { flags: "--cost <amount>", describe: "what it costs you" },
        { flags: "--weight <amount>", describe: "weight" },
        { flags: "--sku <text>", describe: "SKU" },
        { flags: "--visible <yes>", describe: "whether the shop shows it", choices: ["true", "false"] },
      ],
      examples: [
        {
          run: "till products variants update stoneware-mug --option Colour=Ink --price 26",
          does: "one variant",
        },
        {
          run: "till products variants update stoneware-mug --option Colour=Moss --visible false",
          does: "hide one",
        },
      ],
      load: () => import("./variants/update.ts"),
    },
    {
      name: "reset",
      summary: "take back all changes to a product's variants",
      args: [reference],
      flags: [yesFlag],
      examples: [
        { run: "till products variants reset stoneware-mug --yes", does: "in a script" },
        { run: "till products variants reset stoneware-mug", does: "after a question" },
      ],
      load: () => import("./variants/reset.ts"),
    },
  ],
};

/** `till products remove-brand` and `remove-ribbon`. */
export const removals: readonly Verb[] = (["brand", "ribbon"] as const).map((field) => ({
  name: `remove-${field}`,
  summary: `remove a product's ${field}`,
  args: [reference],
  examples: [
    { run: `till products remove-${field} stoneware-mug`, does: "one product" },
    { run: `till products remove-${field} MUG`, does: "by SKU" },
  ],
  load: async () => {
    const { removeBrand, removeRibbon } = await import("./remove-field.ts");
    return { run: field === "brand" ? removeBrand : removeRibbon };
  },
}));
