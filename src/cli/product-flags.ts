import type { WeightUnit } from "../files/column-map.ts";
import { productKeys } from "../files/list-keys.ts";
import type { DecimalSign, DeclaredNumbers, NumberFormat, ThousandsSign } from "../files/numbers.ts";
import { UsageError } from "../kernel/errors.ts";
import { excelLayouts } from "./bulk-flags.ts";
import type { Flag } from "./command.ts";
import { filterFlag } from "./flags.ts";

/** The argument that names one product. */
export const productArg = { name: "<product>", describe: "id, handle or SKU" };

/** An expression that selects products. */
export const productFilter = "price > 20 and visible = true";

/** The flag that selects products. */
export const productFilterFlag: Flag = filterFlag(productFilter);

/** The flag that selects variants of a product. */
export const optionFlag: Flag = {
  flags: "--option <choice...>",
  describe: "only variants with this choice: Size=Large",
};

/** The flag that says how rows of a file are matched with products. */
export const keyFlag: Flag = {
  flags: "--key <column>",
  describe: "match rows by this column; an SKU or barcode also matches a variant",
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

/** The flags that limit how prices change. */
export const guardFlags: readonly Flag[] = [
  { flags: "--floor <expression>", describe: "reject prices below this: 'cost * 1.2'" },
  { flags: "--floor-raises", describe: "raise prices below the floor to it instead" },
  { flags: "--cap-change <percent>", describe: "reject changes larger than this: 30%" },
  {
    flags: "--max-total-change <percent>",
    describe: "fail if all changed prices together change by more than this: 10%",
  },
];

/** The flag that lets products share SKUs. */
export const sharedSkusFlag: Flag = {
  flags: "--allow-shared-skus",
  describe: "let products and variants have the SKUs of others",
};

/** The flags that declare the marks of the numbers in a file. */
export const markFlags: readonly Flag[] = [
  { flags: "--decimal <mark>", describe: "decimal separator of the file (default: .)", choices: [".", ","] },
  {
    flags: "--thousands <mark>",
    describe: "thousands separator of the file (default: none)",
    choices: [".", ",", "'", " "],
  },
  {
    flags: "--excel <country>",
    describe: "numbers as Excel writes them there: de is 1.234,50",
    choices: Object.keys(excelLayouts),
  },
];

/** The flags that declare how a file writes numbers. */
export const numberFlags: readonly Flag[] = [
  ...markFlags,
  {
    flags: "--currency <code>",
    describe: "currency that amounts in the file name: EUR for 26,50 €. It has to be that of the shop",
    parse: parseCurrency,
  },
];

/** The flag that says which unit of weight the shop has. */
export const weightUnitFlag: Flag = {
  flags: "--weight-unit <unit>",
  describe: "the shop's unit of weight, to which columns such as 'Gewicht (g)' are converted",
  choices: ["kg", "lb"],
};

/** Returns the code of a currency. Throws UsageError unless it has three letters. */
function parseCurrency(text: string): string {
  if (/^[a-z]{3}$/i.test(text)) return text.toUpperCase();
  throw new UsageError(`"${text}" is not the code of a currency.`, {
    field: "--currency",
    hint: "For example: --currency EUR",
  });
}

/** The values of the number flags. */
export interface NumberOptions {
  decimal?: DecimalSign;
  thousands?: ThousandsSign;
  excel?: keyof typeof excelLayouts;
  currency?: string;
  weightUnit?: WeightUnit;
}

/**
 * Returns how a file writes numbers; `--decimal` and `--thousands` change the preset of `--excel`. A preset alone declares
 * nothing: people choose it by country, and `2,000` stands in German files too. Throws UsageError if both marks are the same.
 */
export function numberFormat({
  decimal,
  thousands,
  excel,
  currency,
  weightUnit,
}: NumberOptions): DeclaredNumbers {
  const preset: NumberFormat = excel === undefined ? { decimal: "." } : excelLayouts[excel];
  const mark = decimal ?? preset.decimal;
  if (thousands === mark)
    throw new UsageError(`"${mark}" cannot separate both decimals and thousands.`, {
      field: "--thousands",
      hint: `If it separates thousands, pass --decimal "${mark === "." ? "," : "."}", too.`,
    });
  return {
    decimal: mark,
    thousands: thousands ?? (preset.thousands === mark ? undefined : preset.thousands),
    declared: decimal !== undefined || thousands !== undefined,
    currency,
    weightUnit,
  };
}
