import type { Flag } from "./command.ts";

/** The flags that make up the input of a raw call. */
export const fieldFlags: readonly Flag[] = [
  {
    flags: "-f, --field <path=value>",
    describe: "fill in a field, as often as needed: product.name=Mug, ids[]=A",
    repeat: true,
  },
  {
    flags: "-F, --json-field <path=value>",
    describe: "the same with a JSON value, or with the contents of @FILE (@- is stdin)",
    repeat: true,
  },
  { flags: "--input <json>", describe: "the whole input as JSON: @FILE, - for stdin, or the text itself" },
];

/** What the field flags come to. */
export interface FieldOptions {
  field?: string[];
  jsonField?: string[];
  input?: string;
}
