import type { Flag } from "./command.ts";

/** The flags that set the input of a raw call. */
export const fieldFlags: readonly Flag[] = [
  {
    flags: "-f, --field <path=value>",
    describe: "set a field: product.name=Mug, ids[]=A (repeatable)",
    repeat: true,
  },
  {
    flags: "-F, --json-field <path=value>",
    describe: "set a field to a JSON value, or to the contents of @FILE (@- for stdin; repeatable)",
    repeat: true,
  },
  { flags: "--input <json>", describe: "the whole input as JSON: @FILE, - for stdin, or the JSON itself" },
];

/** The values of the field flags. */
export interface FieldOptions {
  field?: string[];
  jsonField?: string[];
  input?: string;
}
