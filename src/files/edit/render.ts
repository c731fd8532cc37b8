import { Scalar } from "yaml";
import { amountText, amountToJson, fitsJson, parseAmount } from "../../kernel/money.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { yamlText } from "../../output/yaml.ts";

/** An object as it is shown for editing. */
export interface ShownObject {
  /** Its name, as a comment. */
  label: string;
  /** Its fields in the order in which they are shown. */
  fields: Readonly<Record<string, unknown>>;
}

/** Returns objects as YAML documents in one text, below the lines of a comment. */
export function editText(head: readonly string[], objects: readonly ShownObject[]): string {
  const documents = objects.map(({ label, fields }) => `--- # ${sanitiseLine(label)}\n${yamlText(fields)}`);
  // Without blank lines in between, which a block of lines at the end of a document could take for its own.
  return `${head.map((line) => `# ${line}`.trimEnd()).join("\n")}\n${documents.join("")}`;
}

/** Returns an amount as an unquoted number with at least this many decimals; text that is none, and null, unchanged. */
export function shownAmount(text: string | null | undefined, digits = 0): unknown {
  const amount = parseAmount(text ?? "");
  if (amount === undefined || !fitsJson(amount)) return text;
  const scalar = new Scalar(amountToJson(amount));
  // A number that would be written with an exponent stays text.
  if (String(scalar.value) !== amountText(amount)) return text;
  scalar.minFractionDigits = digits;
  return scalar;
}

/** Returns a text as a block of lines; in quotes if an editor could remove the end of a line. Null stays as it is. */
export function shownBlock(text: string | null | undefined): unknown {
  if (!text) return text;
  const scalar = new Scalar(text);
  scalar.type = /\s$/m.test(text) ? Scalar.QUOTE_DOUBLE : Scalar.BLOCK_LITERAL;
  return scalar;
}
