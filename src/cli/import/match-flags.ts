import { productKeys } from "../../files/list-keys.ts";
import type { Flag } from "../command.ts";

/** The flag that says how rows of a file are matched with products. */
export const keyFlag: Flag = {
  flags: "--key <column>",
  describe: "match rows by this column; an SKU also matches a variant",
  choices: productKeys,
};

/** The flags that say what the columns of a file are. */
export const mapFlags: readonly Flag[] = [
  {
    flags: "--map <columns>",
    repeat: true,
    describe:
      "what columns are: 'Artikelnr=sku,VK brutto=price' (- ignores one), a .yaml file, or a saved name",
  },
  { flags: "--save-map <name>", describe: "save the mapping in the profile, for --map NAME" },
];
