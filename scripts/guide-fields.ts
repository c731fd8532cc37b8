import { productFieldTable } from "../src/files/product-fields.ts";
import { tables as sqlTables, views } from "../src/mirror/tables.ts";
import { checkKinds, severities } from "../src/resources/check-kinds.ts";
import { editedProductFields } from "../src/resources/products/edit.ts";

import { productColumns, productFilterFields, productSortPaths } from "../src/resources/products/fields.ts";
import { productFilterFieldsV3 } from "../src/resources/products/read-v3.ts";

/** The guides that contain tables of fields. */
export const guidesWithFields: readonly string[] = ["docs/guides/columns.md", "docs/guides/selling.md"];

const tables: Readonly<Record<string, () => string>> = {
  where: whereTable,
  checks: checkTable,
};

/** Returns the text of a guide with current tables between `<!-- fields:where -->` or `checks` and the end mark. */
export function withFields(guide: string): string {
  return guide.replace(
    /(<!-- fields:(\w+) -->\n)[\s\S]*?(<!-- \/fields -->)/g,
    (all, start: string, name: string, end: string) => {
      const table = tables[name];
      return table === undefined ? all : `${start}${table()}\n${end}`;
    },
  );
}

/** What the fields of products are that nothing sets. */
const readFields: Readonly<Record<string, string>> = {
  id: "id of the platform",
  numericId: "number of the product, in the order of creation",
  collectionIds: "ids of its collections",
  createdDate: "when it was created",
  lastUpdated: "when it was changed last",
  inventoryStatus: "`IN_STOCK`, `OUT_OF_STOCK` or `PARTIALLY_OUT_OF_STOCK`",
  manageVariants: "its variants have prices and SKUs of their own",
  mediaCount: "number of its media",
  options: "its options and choices",
  variants: "its variants, one a line",
};

/** Returns the kinds of findings of `till check`, the worst first. */
function checkTable(): string {
  const rows = severities.flatMap((severity) =>
    Object.entries(checkKinds).flatMap(([kind, { group, about, ...one }]) =>
      one.severity === severity ? [`| \`${kind}\` | ${severity} | \`${group}\` | ${about} |`] : [],
    ),
  );
  return ["| kind | severity | part | |", "|---|---|---|---|", ...rows].join("\n");
}

/** Returns the fields of products and where each is used: every cell is read from the descriptions of fields. */
function whereTable(): string {
  const sorted = new Set(
    productFilterFields.flatMap(({ name, path = name }) => (productSortPaths.includes(path) ? [name] : [])),
  );
  const edited: readonly string[] = editedProductFields;
  const yes = (is: boolean) => (is ? "yes" : "");
  const table = new Map(productFieldTable.map((field) => [field.name, field]));
  const names = new Set([...table.keys(), ...productColumns.flatMap(({ name }) => name ?? [])]);
  const rows = [...names].flatMap((name) => {
    if (name.startsWith("variant.")) return [];
    const { about, type = "", only, catalog, ofVariants } = table.get(name) ?? { about: readFields[name] };
    if (about === undefined) throw new Error(`The field ${name} has no text: add it to readFields.`);
    const isKnown = table.has(name);
    const cells = [
      type,
      yes(ofVariants === true),
      yes(isKnown && only !== "set"),
      yes(isKnown && only === undefined) || yes(only === "set"),
      ["stock", "inStock"].includes(name) ? "`till products stock edit`" : yes(edited.includes(name)),
      filterCell(name),
      yes(sorted.has(name)),
    ];
    const mark = catalog === undefined ? "" : ` (*catalog ${catalog}*)`;
    return [`| \`${name}\` | ${about}${mark} | ${cells.join(" | ")} |`];
  });
  const head = "| field | | type | variants | files | `--set` | `till edit` | `--filter` | `--sort` |";
  return [head, "|---|---|---|---|---|---|---|---|---|", ...rows].join("\n");
}

/** Returns on which catalogs the platform filters by a field, or that till does; empty if it is no field of filters. */
function filterCell(name: string): string {
  const v1 = productFilterFields.find((field) => field.name === name);
  const v3 = productFilterFieldsV3.find((field) => field.name === name);
  const platform = [v1?.operators && "v1", v3?.operators && "v3"].filter(Boolean).join(", ");
  return v1 ? platform || "yes" : "";
}

/** Returns the page of the tables that `till data sql` reads. */
export function sqlTablesPage(): string {
  return `# Tables of the local copy

\`till data sync\` makes these tables, and \`till data sql\` reads them. Names are those of the fields of \`--filter\`.

- Amounts are decimal text with all digits of their currency. The column whose name ends in \`_minor\` has the same amount as an integer.
- Times are ISO 8601 in UTC. The column whose name ends in \`_local\` has what clocks in the time zone of the copy showed.
- \`json\` is the object as \`till … get --json\` prints it.

${columnTables()}`;
}

function columnTables(): string {
  return [...sqlTables, ...views]
    .map(({ name, meaning, columns }) => {
      const rows = columns.map(
        (column) =>
          `| \`${column.name}\` | ${column.type} | ${column.unit ?? ""} | ${column.meaning}${column.personal ? " (*personal*)" : ""} |`,
      );
      return [
        `## ${name}`,
        "",
        meaning,
        "",
        "| column | type | unit | |",
        "|---|---|---|---|",
        ...rows,
        "",
      ].join("\n");
    })
    .join("\n");
}
