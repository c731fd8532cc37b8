import { UsageError } from "../kernel/errors.ts";
import { cellAt } from "./fields.ts";

const escapes: Record<string, string> = { n: "\n", t: "\t", "\\": "\\", "{": "{" };

/**
 * A template as a function of a record: `{{path}}` becomes the value there (nothing where it is missing, lists joined
 * by ", "), `\n`, `\t`, `\\` and `\{` what they stand for, all else stays. Throws UsageError for a `{{` without end.
 */
export function parseTemplate(text: string): (record: unknown) => string {
  const parts = [...text.matchAll(/\\([nt\\{])|\{\{\s*([^{}]*?)\s*\}\}|\{\{|[^\\{]+|[\\{]/g)].map(
    ([whole, escaped, path]) => {
      if (escaped !== undefined) return escapes[escaped] ?? "";
      if (path === undefined && whole !== "{{") return whole;
      if (path === undefined || path.split(".").includes("")) throw badTemplate(text);
      return { path };
    },
  );
  return (record) =>
    parts.map((part) => (typeof part === "string" ? part : String(cellAt(record, part.path) ?? ""))).join("");
}

function badTemplate(text: string): UsageError {
  return new UsageError(`--template has a {{ without a field and }}: ${JSON.stringify(text)}`, {
    field: "--template",
    hint: "Write: --template '{{name}} {{priceData.price}}\\n' (a brace itself is \\{)",
  });
}

/** What a template makes of JSON text: once for every item of a list, else once for the value. Nothing of nothing. */
export function fillTemplate(template: (record: unknown) => string, json: string): string {
  if (json.trim() === "") return "";
  const value: unknown = JSON.parse(json);
  const items = value !== null && typeof value === "object" && "items" in value ? value.items : undefined;
  return (Array.isArray(items) ? items : [value]).map(template).join("");
}
