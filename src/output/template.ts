import { UsageError } from "../kernel/errors.ts";
import { cellAt } from "./fields.ts";

const escapes: Record<string, string> = { n: "\n", t: "\t", "\\": "\\", "{": "{" };

/**
 * Returns a template as a function of a record. `{{path}}` is replaced with its value ("" if it is missing, lists joined by
 * ", "); `\n`, `\t`, `\\` and `\{` are escapes. Throws UsageError for an unclosed `{{`.
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

/** Applies a template to JSON text: to every item of a list, else to the value. Returns "" for an empty text. */
export function fillTemplate(template: (record: unknown) => string, json: string): string {
  if (json.trim() === "") return "";
  const value: unknown = JSON.parse(json);
  const items = value !== null && typeof value === "object" && "items" in value ? value.items : undefined;
  return (Array.isArray(items) ? items : [value]).map(template).join("");
}
