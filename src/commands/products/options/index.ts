import type { Group } from "../../../cli/command.ts";
import { yesFlag } from "../../../cli/flags.ts";
import { optionFlag, productArg } from "../arguments.ts";

/** `till products options …` */
export const options: Group = {
  name: "options",
  summary: "Show or delete a product's options",
  verbs: [
    {
      name: "availability",
      summary: "Show which choices are available after others are selected",
      args: [productArg],
      flags: [optionFlag],
      examples: [
        "till products options availability stoneware-mug --option Colour=Ink # with one choice selected",
        "till products options availability stoneware-mug --json # the full response as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).availability }),
    },
    {
      name: "delete",
      writes: true,
      summary: "Delete a product's options (only if its variants are not managed)",
      args: [productArg],
      flags: [yesFlag],
      examples: [
        "till products options delete gift-wrapping --yes # without confirmation",
        "till products options delete gift-wrapping # asks for confirmation",
      ],
      load: async () => ({ run: (await import("./run.ts")).remove }),
    },
  ],
};
