import type { Call } from "../../api/caller.ts";
import { type FilterField, parseFilter } from "../../api/query/filter.ts";
import { matchesFilter } from "../../api/query/filter-match.ts";
import { pages, readAll } from "../../api/query/pages.ts";
import { parseSort } from "../../api/query/query.ts";
import { type Coupon, coupons } from "../../api/services/discounts.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { amountFromJson, amountText } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import { described } from "../described.ts";
import { jobHistory } from "../history.ts";
import { type ListQuery, sliceRows } from "../listing.ts";
import { platformTime } from "../platform-time.ts";
import { type Catalog, productsById } from "../products/catalog.ts";
import { openCatalog } from "../products/read.ts";
import type { Resource, Session } from "../resource.ts";
import { sortRows } from "../sort-rows.ts";

/** What a coupon gives, and to whom: the fields that files, flags and jobs have. Null: none. Amounts are decimal text. */
export type CouponFields = {
  code: string;
  name: string;
  /** One of `percent`, `amount`, `price` and `freeShipping`, or none of them for a kind that only the dashboard creates. */
  percent: string | null;
  amount: string | null;
  /** The price that each item is reduced to. */
  price: string | null;
  freeShipping: boolean;
  /** The subtotal from which it applies, instead of a scope. */
  minimum: string | null;
  /** `all products`, `product SLUG ID` or `collection NAME ID`, or the JSON of another scope. */
  scope: string | null;
  /** ISO times. */
  from: string | null;
  until: string | null;
  /** The maximum number of orders with it, in total and of one customer. */
  uses: number | null;
  usesPerCustomer: number | null;
  /** It applies to one item of an order only. */
  oneItem: boolean;
  active: boolean;
};

/** A coupon for output. */
export interface CouponRow extends CouponFields {
  id: string;
  status: "LIVE" | "PENDING" | "ENDED" | "EXPIRED" | "USED_UP";
  /** The slug of the product, or the name of the collection, that it applies to. */
  product: string | null;
  collection: string | null;
  /** `2:1`: with two items, one more is free. */
  buyXGetY: string | null;
  used: number;
  createdDate: string | null;
}

/** The scope of a coupon for everything that the shop sells. */
export const allProducts = "all products";

type Specification = NonNullable<Coupon["specification"]>;
type Scope = NonNullable<Specification["scope"]>;

/** Returns the scope of a coupon as text, with the name of what it applies to. */
export const scopeText = (kind: "product" | "collection", { id, name }: { id: string; name: string }) =>
  `${kind} ${name} ${id}`;

/** Returns the parts of a text that `scopeText` returned; undefined for another scope. */
export function scopeParts(
  text: string | null,
): { kind: "product" | "collection"; name: string; id: string } | undefined {
  const [, kind, name = "", id = ""] = /^(product|collection) (.*) (\S+)$/s.exec(text ?? "") ?? [];
  return kind === "product" || kind === "collection" ? { kind, name, id } : undefined;
}

/** Returns the fields of a coupon. `nameOf`: the name of a product or collection by its id. */
export function couponFields(
  { specification = {} }: Pick<Coupon, "specification">,
  nameOf: (id: string) => string,
): CouponFields {
  const given = specification ?? {};
  const amount = (value: number | null | undefined) =>
    value == null ? null : amountText(amountFromJson(value));
  const time = (value: unknown) => (value == null ? null : new Date(Number(value)).toISOString());
  return {
    code: given.code ?? "",
    name: given.name ?? "",
    percent: amount(given.percentOffRate),
    amount: amount(given.moneyOffAmount),
    price: amount(given.fixedPriceAmount),
    freeShipping: given.freeShipping ?? false,
    minimum: amount(given.minimumSubtotal),
    scope: given.scope ? textOfScope(given.scope, nameOf) : null,
    from: time(given.startTime),
    until: time(given.expirationTime),
    uses: given.usageLimit ?? null,
    usesPerCustomer: given.limitPerCustomer ?? null,
    oneItem: given.limitedToOneItem ?? false,
    active: given.active ?? true,
  };
}

function textOfScope(scope: Scope, nameOf: (id: string) => string): string {
  const { name, entityId } = scope.group ?? {};
  if (scope.namespace !== "stores") return JSON.stringify(scope);
  if (!scope.group) return allProducts;
  if ((name !== "product" && name !== "collection") || !entityId) return JSON.stringify(scope);
  return scopeText(name, { id: entityId, name: nameOf(entityId) });
}

/** Returns what a coupon gives, for people: `10%`, `5.00 off`, `free shipping`. */
export function discountText({
  percent,
  amount,
  price,
  freeShipping,
  buyXGetY,
}: Partial<Pick<CouponRow, "percent" | "amount" | "price" | "freeShipping" | "buyXGetY">>): string {
  if (percent) return `${percent}%`;
  if (amount) return `${amount} off`;
  if (price) return `price ${price}`;
  if (freeShipping) return "free shipping";
  const [, x, y] = /^(\d+):(\d+)$/.exec(buyXGetY ?? "") ?? [];
  return x === undefined ? "" : `buy ${x}, get ${y}`;
}

function appliesTo({ scope, minimum, freeShipping }: CouponRow): string {
  if (minimum) return `orders from ${minimum}`;
  const { kind, name, id } = scopeParts(scope) ?? {};
  if (kind !== undefined) return `${kind} ${name || id}`;
  return scope ?? (freeShipping ? "all orders" : "");
}

const statusWords = {
  LIVE: ["live", "good"],
  PENDING: ["not started", "warn"],
  ENDED: ["ended", "dim"],
  EXPIRED: ["expired", "dim"],
  USED_UP: ["used up", "dim"],
} as const;

const text = { here: "text" } as const;
const number = { here: "number" } as const;
const date = { here: "date" } as const;
const flag = { here: "boolean" } as const;

/** The fields of coupons. All of them are filtered and sorted here: the platform's query knows few. */
const view = described<CouponRow>(
  {
    id: { filter: text, sort: true },
    code: { grow: true, min: 10, filter: text, sort: true },
    name: { grow: true, filter: text, sort: true },
    status: {
      words: statusWords,
      filter: { here: ["LIVE", "PENDING", "ENDED", "EXPIRED", "USED_UP"] },
      sort: true,
    },
    discount: { value: discountText },
    percent: { as: "number", filter: number, sort: true },
    amount: { filter: number, sort: true },
    price: { filter: number, sort: true },
    freeShipping: { filter: flag },
    buyXGetY: { label: "Buy and get" },
    appliesTo: { label: "Applies to", grow: true, value: appliesTo },
    minimum: { filter: number, sort: true },
    product: { filter: text },
    collection: { filter: text },
    from: { as: "date", filter: date, sort: true },
    until: { as: "date", filter: date, sort: true },
    uses: { label: "Limit", as: "number", filter: number, sort: true },
    usesPerCustomer: { label: "Limit per customer", as: "number", filter: number },
    oneItem: { label: "One item only", filter: flag },
    active: { filter: flag },
    used: {
      as: "number",
      filter: number,
      sort: true,
      words: ({ used, uses }) => [uses === null ? String(used) : `${used} of ${uses}`],
    },
    createdDate: { label: "Created", as: "date", filter: date, sort: true },
  },
  {
    list: "code name status discount appliesTo from until used",
    csv: "code name percent amount price freeShipping minimum product collection from until uses usesPerCustomer oneItem active status used buyXGetY createdDate id",
    get: "code name status discount appliesTo from until used uses usesPerCustomer oneItem active createdDate id",
  },
);

export const couponFilterFields = view.filterFields;

/** The fields that the list is sorted by: all have values of their own here. */
const sortable: readonly FilterField[] = couponFilterFields.filter(({ name }) =>
  view.sortPaths?.includes(name),
);

export const couponResource: Resource<CouponRow> = {
  name: "coupons",
  kind: "coupon",
  singular: "coupon",
  title: "Coupons",
  ...view,
  recordFields: [
    ..."id code name status percent amount price freeShipping minimum scope product collection from until".split(
      " ",
    ),
    ..."uses usesPerCustomer oneItem active used buyXGetY createdDate".split(" "),
  ],
  matchKeys: ["code"],
  emptyHint: "Create one with: till coupons create --code WELCOME10 --percent 10",
  adminOnly: true,
  id: ({ id }) => id,
  label: ({ code }) => code,
  reference: ({ code }) => code,
  async open(session) {
    return {
      list: (query) => listCoupons(session, query),
      get: (reference) => findCoupon(session, reference),
      actions: [
        {
          key: "e",
          name: "end",
          help: "end the coupon now",
          target: "rows",
          unavailable: ({ active }) => (active ? undefined : "It has ended."),
          args: (codes) => ["coupons", "end", ...codes],
        },
      ],
      history: ({ id }, ...shown) => jobHistory(session, id, ...shown),
    };
  },
};

/** Lists coupons, those created last first. */
export function listCoupons(session: Session, query: ListQuery) {
  const { filter, search, sort, limit, offset, all } = query;
  const parsed = filter === undefined ? undefined : parseFilter(filter, couponFilterFields);
  const keys = parseSort(sort ?? "createdDate:desc", sortable);
  const word = search?.toLowerCase();
  const matching = async function* () {
    for (const row of await readCoupons(session, parsed?.kind === "platform" ? parsed.json : undefined)) {
      if (parsed !== undefined && parsed.kind !== "platform" && !matchesFilter(parsed, row)) continue;
      if (word !== undefined && !`${row.code}\n${row.name}`.toLowerCase().includes(word)) continue;
      yield row;
    }
  };
  const slice = sliceRows(sortRows(matching(), keys, sortable), {
    offset,
    limit: all ? undefined : (limit ?? 50),
  });
  return { ...slice, total: () => undefined, moved: () => false, inOrder: true };
}

/** Yields all coupons as the platform has them, oldest first. */
export async function* allCoupons(
  call: Call,
  { filter, signal }: { filter?: object | undefined; signal: AbortSignal },
): AsyncGenerator<Coupon> {
  const sort = JSON.stringify([{ dateCreated: "asc" }]);
  const query = { filter: filter && JSON.stringify(filter), sort };
  yield* pages<Coupon>(call, coupons.query, { query }, { signal });
}

/** Returns the coupons with these values of a field, 100 per request. */
export async function couponsBy(
  call: Call,
  field: "id" | "specification.code",
  values: readonly string[],
): Promise<Coupon[]> {
  const found: Coupon[] = [];
  for (let start = 0; start < values.length; start += 100) {
    const filter = JSON.stringify({ [field]: { $hasSome: values.slice(start, start + 100) } });
    found.push(...(await readAll<Coupon>(call, coupons.query, { query: { filter } })));
  }
  return found;
}

/** Reads all coupons with the names of what they apply to. */
async function readCoupons(session: Session, filter?: object): Promise<CouponRow[]> {
  const call = await session.call("admin");
  const { signal } = session;
  return await couponRows(session, await Array.fromAsync(allCoupons(call, { filter, signal })));
}

/** Returns a coupon by code, in any case, or by id. Throws TillError 5 if there is none. */
export async function findCoupon(session: Session, reference: string): Promise<CouponRow> {
  const [coupon] = await findCoupons(session, [reference]);
  if (coupon === undefined) throw new RangeError("Every reference has a coupon.");
  return coupon;
}

/** Returns coupons by codes, in any case, or ids, in their order. Throws TillError 5 if one does not exist. */
export async function findCoupons(session: Session, references: readonly string[]): Promise<CouponRow[]> {
  const all = await readCoupons(session);
  const known = new Map(
    all.flatMap((row) => [[row.id, row] as const, [row.code.toUpperCase(), row] as const]),
  );
  const found = references.map((reference) => {
    const row = known.get(reference) ?? known.get(reference.trim().toUpperCase());
    if (row !== undefined) return row;
    const guess = nearest(
      reference,
      all.map(({ code }) => code),
    );
    const mean = guess === undefined ? "" : ` Did you mean "${guess}"?`;
    throw new TillError(exitCodes.notFound, `No coupon has the code "${reference}".${mean}`, {
      code: "NOT_FOUND",
      hint: "List them: till coupons list",
    });
  });
  return [...new Set(found)];
}

async function couponRows(session: Session, all: readonly Coupon[]): Promise<CouponRow[]> {
  const nameOf = await scopeNames(() => openCatalog(session, "admin"), all);
  const now = await platformTime(session);
  return all.map((coupon) => couponRow(coupon, nameOf, now));
}

/** Returns a function that names the products and collections that coupons apply to; "" for those that do not exist. */
export async function scopeNames(
  open: () => Promise<Catalog>,
  all: readonly Coupon[],
): Promise<(id: string) => string> {
  const ids = { product: new Set<string>(), collection: new Set<string>() };
  for (const { specification } of all) {
    const { name, entityId } = specification?.scope?.group ?? {};
    if ((name === "product" || name === "collection") && entityId) ids[name].add(entityId);
  }
  const names = new Map<string, string>();
  if (ids.product.size + ids.collection.size > 0) {
    const catalog = await open();
    if (ids.product.size > 0)
      for (const [id, { slug, name }] of await productsById(catalog, [...ids.product]))
        names.set(id, slug || name || "");
    if (ids.collection.size > 0) for (const { id, name } of await catalog.names.all()) names.set(id, name);
  }
  return (id) => names.get(id) ?? "";
}

function couponRow(coupon: Coupon, nameOf: (id: string) => string, now: number): CouponRow {
  const fields = couponFields(coupon, nameOf);
  const used = coupon.numberOfUsages ?? 0;
  const { x, y } = coupon.specification?.buyXGetY ?? {};
  const { kind, name, id } = scopeParts(fields.scope) ?? {};
  const passed = (time: string | null) => time !== null && Date.parse(time) <= now;
  return {
    id: coupon.id ?? "",
    ...fields,
    status: !fields.active
      ? "ENDED"
      : coupon.expired || passed(fields.until)
        ? "EXPIRED"
        : fields.uses !== null && used >= fields.uses
          ? "USED_UP"
          : fields.from !== null && !passed(fields.from)
            ? "PENDING"
            : "LIVE",
    product: kind === "product" ? name || id || null : null,
    collection: kind === "collection" ? name || id || null : null,
    buyXGetY: x == null || y == null ? null : `${x}:${y}`,
    used,
    createdDate: (coupon.dateCreated as string | null | undefined) ?? null,
  };
}
