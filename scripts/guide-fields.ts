import { productFieldTable } from "../src/files/product-fields.ts";
import { tables as sqlTables, views } from "../src/mirror/tables.ts";
import { checkKinds, severities } from "../src/resources/check-kinds.ts";
import { editedProductFields } from "../src/resources/products/edit.ts";

import { productFilterFields } from "../src/resources/products/fields.ts";
import { productFilterFieldsV3 } from "../src/resources/products/read-v3.ts";

/** The guides that contain tables of fields. */
export const guidesWithFields: readonly string[] = [
  "docs/guides/changes.md",
  "docs/guides/columns.md",
  "docs/guides/filters.md",
  "docs/guides/selling.md",
  "docs/guides/sql-tables.md",
];

const tables: Readonly<Record<string, () => string>> = {
  set: changeTable,
  filter: filterTable,
  where: whereTable,
  checks: checkTable,
  sql: columnTables,
};

/** Returns the text of a guide with current tables between `<!-- fields:set -->`, `filter` or `sql` and the end mark. */
export function withFields(guide: string): string {
  return guide.replace(
    /(<!-- fields:(\w+) -->\n)[\s\S]*?(<!-- \/fields -->)/g,
    (all, start: string, name: string, end: string) => {
      const table = tables[name];
      return table === undefined ? all : `${start}${table()}\n${end}`;
    },
  );
}

/** What each field of products is. Commands do not need it: it is no part of the table that they load. */
const fieldTexts: Readonly<Record<string, string>> = {
  name: "name",
  slug: "last part of the address of its page",
  productType: "`physical` or `digital`; it is fixed on catalog v3",
  description: "description, HTML",
  sku: "SKU",
  price: "price before discount",
  cost: "your cost",
  weight: "weight in the shop's unit",
  visible: "shown in the shop",
  ribbon: "ribbon",
  brand: "brand",
  discountType: "kind of the discount: `NONE`, `AMOUNT` or `PERCENT`",
  discountValue: "the discount: an amount or a percentage",
  salePrice: "price after discount; empty removes the discount",
  collections: "names or ids of its collections; on catalog v3, categories",
  media: "ids or URLs of its media, in order",
  mediaAlt: "alternative texts of its media, in the same order",
  stock: "tracked quantity; setting it starts tracking",
  infoSections: 'its info sections, each `"title: text"`',
  customTextFields: "custom text fields; only exported",
  seoTitle: "title in search engines",
  seoDescription: "description in search engines",
  canonical: "address of the page that search engines list instead",
  noindex: "search engines leave its page out",
  taxGroup: "name or id of its tax group",
  tags: "ids of its public tags",
  privateTags: "ids of the tags that only the staff sees",
  subscriptions: "the subscriptions in which it is sold",
  oneTimePurchase: "whether it is sold without a subscription, too",
  altText: "alternative text of each of its media",
  inStock: "in stock or sold out, without a quantity; setting it ends tracking",
};

/** Returns what a field is. Throws Error for one without a text. */
function aboutField(name: string): string {
  const text = fieldTexts[name];
  if (text === undefined) throw new Error(`The field ${name} has no text: add it to fieldTexts.`);
  return text;
}

/** Filters with other names than the fields that they are for. */
const filterNames: Readonly<Record<string, string>> = {
  productType: "type",
  discountValue: "discount",
  mediaAlt: "media.alt",
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

/** Fields that `till edit` has in another form. */
const editedAs: Readonly<Record<string, string>> = {
  discountType: "`discount`",
  discountValue: "`discount`",
  stock: "`till products stock edit`",
  altText: "`mediaAlt`",
  inStock: "`till products stock edit`",
};

/** Returns where each field of products can be used: every cell is read from the descriptions of fields. */
function whereTable(): string {
  const filters = new Set(productFilterFields.map(({ name }) => name));
  const edited: readonly string[] = editedProductFields;
  const rows = productFieldTable.map(({ name, only, column, catalog }) => {
    const filter = filterNames[name] ?? name;
    const cells = [
      catalog === "v3" ? "" : "yes",
      "yes",
      only === "set" ? "" : `\`${column ?? name}\``,
      only === "file" ? "" : "yes",
      editedAs[name] ?? (edited.includes(name) ? "yes" : ""),
      filters.has(filter) ? `\`${filter}\`` : "",
    ];
    return `| \`${name}\` | ${aboutField(name)} | ${cells.join(" | ")} |`;
  });
  const head = "| field | | catalog v1 | catalog v3 | column of files | `--set` | `till edit` | `--filter` |";
  return [head, "|---|---|---|---|---|---|---|---|", ...rows].join("\n");
}

function changeTable(): string {
  const rows = productFieldTable
    .filter(({ only }) => only !== "file")
    .map(({ name, type, nullable, ofVariants, catalog }) => {
      const kind = [type, nullable && "can be cleared"].filter(Boolean).join(", ");
      const marks = [ofVariants && "variants", catalog && `catalog ${catalog}`].filter(Boolean);
      return `| \`${name}\` | ${kind} | ${aboutField(name)}${marks.map((mark) => ` (*${mark}*)`).join("")} |`;
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
