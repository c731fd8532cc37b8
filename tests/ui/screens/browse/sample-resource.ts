import { UsageError } from "../../../../src/kernel/errors.ts";
import { cellRules } from "../../../../src/resources/browse.ts";
import type {
  BrowseColumn,
  BrowseResource,
  BrowseRow,
  Query,
} from "../../../../src/ui/screens/browse/browse-resource.ts";

/** Rows in memory, named after their position. */
export function mugs(count: number): BrowseRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `id-${index}`,
    label: `Mug ${index}`,
    cells: [`Mug ${index}`, `${index}.00 USD`, index % 2 === 0 ? "yes" : "no"],
    reference: `mug-${index}`,
  }));
}

/** A resource with rows in memory; a filter matches part of the first cell, and `!` is an invalid filter. */
export function service(
  rows: () => readonly BrowseRow[],
  options: Partial<BrowseResource> & { random?: boolean; read?(): Promise<void> } = {},
): BrowseResource {
  const { random = true, read = async () => {}, ...more } = options;
  return {
    name: "products",
    singular: "product",
    title: "Products",
    columns,
    searched: { fields: "names", fuzzy: false },
    relations: [{ resource: "collections", title: "its collections" }],
    actions: [],
    totals: undefined,
    changes: {
      ...cellRules(columns, fields),
      commands: ({ rows, sets }) => [
        `till products update ${"map" in rows ? rows.map(({ reference }) => reference).join(" ") : "--filter"} --set ${sets.join(" --set ")}`,
      ],
    },
    open({ filter, search }: Query) {
      if (filter === "!") throw new UsageError("Expected a field\n  !\n  ^", { hint: "Fields: name" });
      return {
        random,
        close() {},
        async read(from, count) {
          await read();
          const found = rows().filter(
            ({ label }) => label.includes(filter ?? "") && label.includes(search ?? ""),
          );
          const part = found.slice(from, from + count);
          return { rows: part, total: random || from + count >= found.length ? found.length : undefined };
        },
      };
    },
    async *values({ filter = "" }, column) {
      for (const { cells, label } of rows()) {
        const text = cells[column] ?? "";
        const [amount, currency = ""] = text.split(" ");
        if (!label.includes(filter)) continue;
        else if (column === 1) yield { kind: "number", amount: Number(amount), currency };
        else yield { kind: "text", key: text, label: text };
      }
    },
    filterBy: (column, match) => (column < 2 ? `${column} ${Object.values(match).join(" ")}` : undefined),
    detail: async (id) => ({
      id,
      label: id,
      lines: [{ label: "Id", text: id }],
      related: [id === "id-1" ? undefined : 'id in ("a")'],
      address: undefined,
      picture: undefined,
      code: undefined,
      history: [],
    }),
    listCommand: ({ filter }) => `till products list${filter ? ` --filter ${filter}` : ""}`,
    copyText: async () => "",
    getCommand: (reference) => `till products get ${reference}`,
    commandLine: (args) => ["till", ...args].join(" "),
    ...more,
  };
}

const columns: readonly BrowseColumn[] = [
  { title: "NAME", align: "left", sort: "name", set: "name" },
  { title: "PRICE", align: "right", sort: "price", set: "price", perUnit: true },
  { title: "SHOWN", align: "left" },
];
const fields = [
  { name: "name", type: "text" },
  { name: "price", type: "money" },
] as const;
