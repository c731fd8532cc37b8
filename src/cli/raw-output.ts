import type { Context } from "../context/context.ts";
import { UsageError } from "../kernel/errors.ts";
import { parseFields, pick } from "../output/fields.ts";
import { jsonText } from "../output/json.ts";

/** Output of raw API calls: JSON or YAML as returned, or the selected fields of it. */
export interface RawOutput {
  choose(value: object): object;
  print(value: object): Promise<void>;
}

/** Creates the raw output. Call it before sending: it throws UsageError for an unsupported format or invalid fields. */
export function rawOutput({ streams, format, globals }: Context): RawOutput {
  const { stdout } = streams;
  // A stored output setting is meant for lists, so only an explicit --output csv is an error.
  if (format === "csv" && globals.output === "csv") {
    throw new UsageError("Raw API responses cannot be printed as CSV.", {
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
