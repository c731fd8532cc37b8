import type { Flag } from "../../cli/command.ts";

/** The argument that names one product. */
export const productArg = { name: "<product>", describe: "id, slug or SKU" };

/** The flag that selects variants of a product. */
export const optionFlag: Flag = {
  flags: "--option <choice...>",
  describe: "only variants with this choice: Size=Large",
};
