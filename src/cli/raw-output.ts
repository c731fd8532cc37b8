import type { Context } from "../context/context.ts";
import { UsageError } from "../kernel/errors.ts";
import { parseFields, pick } from "../output/fields.ts";
import { jsonText } from "../output/json.ts";

/** How a command that makes raw calls prints: JSON (or YAML) as it came, or the fields of it that were asked for. */
export interface RawOutput {
  choose(value: object): object;
  print(value: object): Promise<void>;
}

/** Read before anything is sent: UsageError for a format or for fields that cannot be printed. */
export function rawOutput({ streams, format, globals }: Context): RawOutput {
  const { stdout } = streams;
  // A stored format says how lists are wanted; here only one that was asked for is refused.
  if (format === "csv" && globals.output === "csv") {
    throw new UsageError("A raw answer cannot be printed as CSV.", {
      field: "--output",
      hint: "Use --output json, ndjson or yaml.",
    });
  }
  const fields = globals.fields === undefined ? undefined : parseFields(globals.fields);
  const choose = (value: object) => (fields === undefined ? value : (pick(value, fields) as object));
  return {
    choose,
    async print(value) {
      const shown = choose(value);
      if (format === "yaml") await stdout.write((await import("../output/yaml.ts")).yamlText(shown));
      else await stdout.write(`${jsonText(shown, stdout.isTTY && format !== "ndjson" ? 2 : undefined)}\n`);
    },
  };
}
