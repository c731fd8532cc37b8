import { productKeys } from "../../files/list/columns.ts";
import type { Flag } from "../command.ts";

/** The flag that says how rows of a file are matched with products. */
export const keyFlag: Flag = {
  flags: "--key <column>",
  describe: "match rows by this column; an SKU also matches a variant",
  choices: productKeys,
};
