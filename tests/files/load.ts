import fc from "fast-check";
import type { Assembly, Dialect, DialectName } from "../../src/files/dialect.ts";
import { detectDialect, dialects } from "../../src/files/dialects.ts";
import type { ProductDraft } from "../../src/files/draft.ts";
import { type CsvOptions, csvRow, type Row, readCsv } from "../../src/files/table.ts";
import { csvLines, type CsvOptions as WriteOptions } from "../../src/output/csv.ts";

export type Piece = string | Uint8Array;

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Bytes as they arrive from a pipe. */
export async function* bytes(...pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === "string" ? Buffer.from(piece) : piece;
}

export async function readAll(text: Piece | readonly Piece[], options: Partial<CsvOptions> = {}) {
  const pieces = typeof text === "string" || text instanceof Uint8Array ? [text] : text;
  const table = await readCsv(bytes(...pieces), { name: "shop.csv", ...options });
  return { ...table, rows: await collect(table.rows) };
}

export async function written(rows: readonly string[][], options: WriteOptions): Promise<string> {
  return (await collect(csvLines(rows, options))).join("");
}

export interface Loaded {
  table: Omit<Awaited<ReturnType<typeof readCsv>>, "rows">;
  rows: Row[];
  dialect: Dialect;
  assemblies: Assembly[];
}

/** A product file the way an import reads it: rows of one handle need not be adjacent. */
export async function load(
  text: Piece,
  options: Partial<CsvOptions> & { decimal?: "." | "," } = {},
): Promise<Loaded> {
  const { rows, ...table } = await readAll(text, options);
  const name = detectDialect(table.header)?.name;
  const dialect = name && name in dialects ? dialects[name as DialectName] : undefined;
  if (dialect === undefined) throw new Error(`no dialect for ${table.header.join()}`);
  dialect.check(table.header, { file: table.name, ignoreUnknown: false });
  const groups = Map.groupBy(rows, (row) => dialect.handleOf(row, table.name));
  const assemblies = [...groups.values()].map((group) =>
    dialect.assemble(group, { decimal: options.decimal ?? "." }),
  );
  return { table, rows, dialect, assemblies };
}

export async function loadDrafts(
  text: Piece,
  options: Parameters<typeof load>[1] = {},
): Promise<ProductDraft[]> {
  const { assemblies } = await load(text, options);
  return assemblies.map(({ draft, problems }) => {
    if (draft === undefined) throw new Error(problems.map(({ message }) => message).join("\n"));
    return draft;
  });
}

export async function loadProblems(text: Piece, options: Parameters<typeof load>[1] = {}) {
  const { assemblies } = await load(text, options);
  return assemblies.flatMap(({ problems }) => problems);
}

/** A draft without the lines of the file it came from. */
export function withoutLines({ line: _, variants, ...draft }: ProductDraft) {
  return { ...draft, variants: variants.map(({ line: _line, ...variant }) => variant) };
}

/** CSV text of rows given as objects. */
export function sheet(
  header: readonly string[],
  rows: readonly Record<string, string>[],
  eol = "\n",
): string {
  const quote = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [
    header.join(","),
    ...rows.map((row) => header.map((column) => quote(row[column] ?? "")).join(",")),
  ];
  return lines.map((line) => line + eol).join("");
}

const words = fc
  .array(fc.constantFrom(..."aZ ,\"'=+-@\n", "\r\n", "\r", "\t", "😀", "ש", "₂"), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => `x${parts.join("")}`);
/** Texts that are not blank, formulas and names of built-in properties among them. */
const odd = fc.oneof(
  { weight: 4, arbitrary: words },
  words.map((text) => `=${text}`),
  words.map((text) => `'=${text}`),
  fc.constantFrom("constructor", "__proto__", "Title", "Default Title"),
);
const optional = fc.option(odd, { nil: null });
const cents = fc.integer({ min: 0, max: 99_999_999 }).map((amount) => String(amount / 100));
const optionalAmount = fc.option(cents, { nil: null });

/** Returns a value of `rare` now and then, else `usual`: most drafts are to be held by a format. */
const rarely = <T, U>(usual: T, rare: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, rare);

const stock = fc.oneof(
  fc.record({ quantity: fc.oneof({ weight: 20, arbitrary: fc.nat(99_999) }, fc.constant(-2)) }),
  fc.record({ inStock: rarely(true, fc.constant(false)) }),
);

/** A product as an export of a shop has it: with all fields, and variants whose choices are those of its options. */
export const shopDraft: fc.Arbitrary<ProductDraft> = fc
  .record({
    key: fc.uuid(),
    name: odd,
    type: rarely("physical" as const, fc.constant("digital" as const)),
    description: optional,
    sku: rarely(null, odd),
    price: cents,
    discount: fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      fc.constantFrom("12.5", "10", "0.03", "12.5%", "10%", "0.03%"),
    ),
    cost: rarely(null, cents),
    weight: rarely(null, cents),
    visible: fc.boolean(),
    ribbon: rarely(null, odd),
    brand: optional,
    collections: rarely([], fc.array(odd, { maxLength: 3 })),
    media: fc.uniqueArray(
      odd.map((text) => text.trim()),
      { maxLength: 3 },
    ),
    infoSections: rarely(
      [],
      fc.array(fc.record({ title: odd, description: fc.oneof(odd, fc.constant("")) }), { maxLength: 7 }),
    ),
    customTextFields: rarely(
      [],
      fc.array(fc.record({ title: odd, maxLength: fc.nat(500), mandatory: fc.boolean() }), { maxLength: 3 }),
    ),
    seoTitle: rarely(null, odd),
    canonical: rarely(null, odd),
    tags: rarely([], fc.array(odd, { maxLength: 1 })),
    stock,
    names: fc.uniqueArray(odd, { maxLength: 3 }),
    types: rarely(["drop_down" as const], fc.constant(["color" as const, "drop_down" as const])),
    values: rarely(undefined, odd),
    choices: fc.uniqueArray(odd, { minLength: 1, maxLength: 4 }),
    own: fc.array(
      fc.record({
        sku: optional,
        price: optionalAmount,
        cost: rarely(null, cents),
        weight: rarely(null, cents),
        visible: rarely(true, fc.constant(false)),
        stock,
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ names, types, values, choices, own, stock, ...product }): ProductDraft => {
    const typeAt = (index: number) => types[index] ?? "drop_down";
    const variants = own.slice(0, names.length === 0 ? 0 : choices.length).map((variant, index) => ({
      ...variant,
      line: 0,
      choices: Object.fromEntries(names.map((name) => [name, choices[index] ?? ""])),
    }));
    return {
      ...product,
      line: 0,
      options: names.map((name, index) => ({
        name,
        type: typeAt(index),
        choices: choices.map((description) => ({
          value: typeAt(index) === "color" ? "rgb(1, 2, 3)" : (values ?? description),
          description,
        })),
      })),
      ...(variants.length === 0 && { stock }),
      variants,
    };
  });

/** Returns what a dialect reads from the rows that it writes of a draft. */
export function readBack(draft: ProductDraft, { header, toRows, assemble }: Dialect): Assembly {
  const columns = header({ cost: true });
  const rows = toRows(draft, columns).map((cells, index) => csvRow(columns, index + 2, cells, true));
  return assemble(rows, { decimal: "." });
}

/** What a new product has after the import of a draft: fields that are absent, empty or cleared are the same there. */
export function inShop({ line: _, handle: _handle, discount, variants, ...draft }: ProductDraft) {
  const isSet = (value: unknown) =>
    value !== null && value !== "physical" && !(Array.isArray(value) && value.length === 0);
  const set = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => isSet(value)));
  return {
    ...set(draft),
    ...(discount && { discount }),
    variants: variants.map(({ line: _line, visible = true, price, ...variant }) => ({
      ...set(variant),
      visible,
      price: price ?? draft.price,
    })),
  };
}
