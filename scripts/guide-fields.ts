import { productFieldTable } from "../src/files/product-fields.ts";
import { productFilterFields } from "../src/resources/products/fields.ts";
import { productFilterFieldsV3 } from "../src/resources/products/read-v3.ts";

/** The guides that contain tables of fields. */
export const guidesWithFields: readonly string[] = ["docs/guides/changes.md", "docs/guides/filters.md"];

const tables: Readonly<Record<string, () => string>> = { set: changeTable, filter: filterTable };

/** Returns the text of a guide with current tables between `<!-- fields:set -->` or `<!-- fields:filter -->` and the end mark. */
export function withFields(guide: string): string {
  return guide.replace(
    /(<!-- fields:(\w+) -->\n)[\s\S]*?(<!-- \/fields -->)/g,
    (all, start: string, name: string, end: string) => {
      const table = tables[name];
      return table === undefined ? all : `${start}${table()}\n${end}`;
    },
  );
}

function changeTable(): string {
  const rows = productFieldTable
    .filter(({ only }) => only !== "file")
    .map(({ name, type, nullable, ofVariants, about }) => {
      const kind = [type, nullable && "can be cleared"].filter(Boolean).join(", ");
      return `| \`${name}\` | ${kind} | ${about}${ofVariants ? " (*variants*)" : ""} |`;
    });
  return ["| field | type | |", "|---|---|---|", ...rows].join("\n");
}

function filterTable(): string {
  const rows = productFilterFields.map(({ name, type, values, operators }) => {
    const kind = values ? `${type}: ${values.join(", ")}` : type;
    const v3 = productFilterFieldsV3.find((field) => field.name === name);
    const platform = [operators && "v1", v3?.operators && "v3"].filter(Boolean).join(", ");
    return `| \`${name}\` | ${kind} | ${platform} |`;
  });
  return ["| field | type | the platform filters on |", "|---|---|---|", ...rows].join("\n");
}
