import type { Flag, Group } from "../../../cli/command.ts";
import { yesFlag } from "../../../cli/flags.ts";
import { productArg } from "../arguments.ts";

const choiceFlag: Flag = {
  flags: "--choice <choice>",
  describe: "option choice to show the media with: Colour=Ink",
};

/** `till products media …` */
export const media: Group = {
  name: "media",
  summary: "Manage a product's images and videos",
  verbs: [
    {
      name: "list",
      summary: "List a product's media",
      args: [productArg],
      examples: [
        "till products media list stoneware-mug # ids, types and URLs",
        "till products media list stoneware-mug --json # as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).list }),
    },
    {
      name: "add",
      writes: true,
      summary: "Add media by id or URL, or upload pictures",
      args: [
        productArg,
        {
          name: "<sources...>",
          describe: "media ids of the platform, URLs, or pictures to upload (PNG, JPEG, GIF or WebP)",
        },
      ],
      flags: [choiceFlag],
      examples: [
        "till products media add stoneware-mug https://example.com/mug.jpg # from a URL",
        "till products media add stoneware-mug mug-ink.jpg --choice Colour=Ink # for one choice",
      ],
      load: async () => ({ run: (await import("./run.ts")).add }),
    },
    {
      name: "remove",
      writes: true,
      summary: "Remove media from a product",
      args: [productArg, { name: "[ids...]", describe: "media ids (default: all media)" }],
      flags: [yesFlag],
      examples: [
        "till products media remove stoneware-mug till_stoneware-mug-ink~mv2.jpg # remove one image",
        "till products media remove stoneware-mug --yes # remove all media, without confirmation",
      ],
      load: async () => ({ run: (await import("./run.ts")).remove }),
    },
    {
      name: "attach",
      writes: true,
      summary: "Show media only with an option choice",
      args: [productArg, { name: "<ids...>", describe: "media ids of the product" }],
      flags: [choiceFlag],
      examples: [
        "till products media attach stoneware-mug till_stoneware-mug-ink~mv2.jpg --choice Colour=Ink # one image for one color",
        "till products media attach stoneware-mug till_stoneware-mug-oat~mv2.jpg --choice Colour=Oat --json # print the product as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).attach }),
    },
    {
      name: "detach",
      writes: true,
      summary: "Show media with every option choice again",
      args: [productArg],
      flags: [choiceFlag],
      examples: [
        "till products media detach stoneware-mug --choice Colour=Ink # from one choice",
        "till products media detach stoneware-mug # from all choices",
      ],
      load: async () => ({ run: (await import("./run.ts")).detach }),
    },
  ],
};
