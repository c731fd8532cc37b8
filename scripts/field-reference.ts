import { productFieldTable } from "../src/files/product-fields.ts";
import { tables as sqlTables, views } from "../src/mirror/tables.ts";
import { checkKinds, severities } from "../src/resources/check-kinds.ts";
import { editedProductFields } from "../src/resources/products/edit.ts";
import { productColumns, productFilterFields, productSortPaths } from "../src/resources/products/fields.ts";
import { productFilterFieldsV3 } from "../src/resources/products/read-v3.ts";
import { boundsPage } from "./bounds-reference.ts";
import { workerLogPage } from "./worker-log-reference.ts";

/**
 * Returns the pages of fields by file name. Git keeps them, because guides link to them: a test compares them with what is returned
 * here.
 */
export const fieldPages = (): Record<string, string> => ({
  "bounds.md": boundsPage(),
  "findings.md": findingsPage(),
  "product-fields.md": productFieldsPage(),
  "sql-tables.md": sqlTablesPage(),
  "worker-log.md": workerLogPage(),
});

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

/** Returns the page of the findings of `till check`, the worst first. */
function findingsPage(): string {
  const rows = severities.flatMap((severity) =>
    Object.entries(checkKinds).flatMap(([kind, { group, about, ...one }]) =>
      one.severity === severity ? [`| \`${kind}\` | ${severity} | \`${group}\` | ${about} |`] : [],
    ),
  );
  return `# Findings of till check

\`--only\` takes these kinds and parts.

| kind | severity | part | what is found |
|---|---|---|---|
${rows.join("\n")}
`;
}

/** Returns the page of the fields of products and where each is used: every cell is read from the descriptions of fields. */
function productFieldsPage(): string {
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
  return `# Fields of a product

Each field of a product has one name in tables, \`--fields\`, \`--filter\`, \`--sort\`, \`--set\`, \`till products edit\`, the CSV and Excel
files of till, and \`till data sql\`. Fields of variants begin with \`variant.\` in \`--fields\` and \`--filter\`: \`variant.sku\`. \`--fields\`
also takes paths of Wix's own record, such as \`priceData.formatted.price\`.

In the column \`--filter\`, v1 and v3 are the catalogs on which Wix filters by the field. For the other fields, till reads the rows and filters
them.

| field | meaning | type | variants | files | \`--set\` | \`till products edit\` | \`--filter\` | \`--sort\` |
|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}

- **Catalog v1** has no call that changes alternative texts, and no tags or subscriptions. till shows the alternative texts that
  were set in the dashboard, and refuses to change them. To import a file with such a column, add \`--map 'altText=-'\`. Exports leave
  out the columns that the catalog of the shop cannot store.
- **Neither catalog** has a minimum or maximum quantity per order. Preorders belong to the stock of variants: change them with
  \`till api\` (catalog v1: \`inventory.updateVariants\`, catalog v3: \`inventoryItemsV3.update\`).
- **Bounds** of each field: [bounds of product fields](bounds.md).
`;
}

/** Returns on which catalogs the platform filters by a field, or that till does; empty if it is no field of filters. */
function filterCell(name: string): string {
  const v1 = productFilterFields.find((field) => field.name === name);
  const v3 = productFilterFieldsV3.find((field) => field.name === name);
  const platform = [v1?.operators && "v1", v3?.operators && "v3"].filter(Boolean).join(", ");
  return v1 ? platform || "yes" : "";
}

/** Returns the page of the tables that `till data sql` reads. */
function sqlTablesPage(): string {
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
