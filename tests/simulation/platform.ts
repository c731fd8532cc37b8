import type { Request, Response } from "../../src/api/transport/transport.ts";

/** The value of a row that the jobs of a night change. */
export type Field = "name" | "price" | "quantity" | "payment" | "existence";

export interface Row {
  readonly id: string;
  readonly paymentId: string;
  name: string;
  price: string;
  /** Empty if the stock is not tracked. */
  quantity: string;
  payment: string;
  /** Whether there is a product: `here` or `gone`. */
  existence: string;
  readonly slug: string;
  /** The ids of its products: more than one if it was created twice. */
  ids: readonly string[];
  revision: number;
  /** How often money was moved: captures, voids and refunds that were carried out. */
  moved: number;
  /** When a person changed it last, and what it was made then. */
  edited?: { at: number; value: string };
}

/** A write of one row by a request. */
export interface Write {
  row: Row;
  field: Field;
  value: string;
}

export const guid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Returns the row of a product that was created: the last digits of its id are those of the row. */
const numberOf = (id: string) => Number.parseInt(id.slice(-12), 10);

/** The most orders of a page. */
const pageSize = 7;

const pageEnd = (count: number, next?: string) => ({
  count,
  cursors: next === undefined ? {} : { next },
  hasNext: next !== undefined,
});

/** Returns row `n` as each night finds it. */
export function newRow(n: number): Row {
  return {
    id: guid(n),
    slug: `product-${n}`,
    existence: "here",
    ids: [guid(n)],
    paymentId: guid(n).replace("-8000-", "-9000-"),
    name: `Product ${n}`,
    price: "10",
    quantity: "7",
    payment: "AUTHORIZED",
    revision: 1,
    moved: 0,
  };
}

/**
 * A platform in memory, written from the documentation alone and independent of the sandbox. It has products of both
 * catalogs, and orders with one authorized payment. It is naive: without a revision it does whatever a request says, and a
 * payment that is captured twice is paid twice.
 */
export class Platform {
  readonly rows: ReadonlyMap<string, Row>;
  #created = 0;

  constructor(rows: readonly Row[]) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns what a request wants to write. */
  writesOf(request: Request): Write[] {
    const input = inputOf(request);
    const write = (id: unknown, field: Field, value: unknown): Write[] => {
      const row = this.#withProduct(String(id));
      return row ? [{ row, field, value: String(value) }] : [];
    };
    switch (request.name) {
      case "products.update":
        return input.product.name === undefined
          ? write(input.product.id, "price", input.product.priceData?.price ?? input.product.price)
          : write(input.product.id, "name", input.product.name);
      case "products.bulkUpdate":
        return input.ids.flatMap((id: string) => write(id, "price", input.set.price));
      case "productsV3.bulkUpdate":
        return input.products.flatMap(({ product }: Json) => write(product.id, "name", product.name));
      case "inventory.updateVariants":
        return write(input.inventoryItem.productId, "quantity", input.inventoryItem.variants[0].quantity);
      case "products.create": {
        const row = this.#withSlug(input.product.slug);
        return row ? [{ row, field: "existence", value: "here" }] : [];
      }
      case "products.remove":
        return write(input.id, "existence", "gone");
      case "orderBilling.refund":
        return write(input.orderId, "payment", "REFUNDED");
      case "orderBilling.capture":
        return write(input.orderId, "payment", "CAPTURED");
      case "orderBilling.void":
        return write(input.orderId, "payment", "VOIDED");
      default:
        return [];
    }
  }

  /** Returns the rows that a request reads. */
  readsOf(request: Request): Row[] {
    if (request.effect !== "read") return [];
    const input = inputOf(request);
    if (input.search !== undefined) return [];
    if (input.orderId !== undefined) return [...this.rows.values()].filter(({ id }) => id === input.orderId);
    if (input.id !== undefined) return [this.#withProduct(input.id) ?? []].flat();
    const { slug, id } = input.query?.filter ?? {};
    if (slug) return slug.$in.flatMap((one: string) => this.#withSlug(one) ?? []);
    const ids: string[] = input.orderIds ?? id?.$in ?? [];
    return ids.flatMap((one) => this.#withProduct(one) ?? []);
  }

  /** Returns the rows that the answer to a request has: those of its page. */
  shownBy(request: Request): Row[] {
    const rows = this.readsOf(request);
    if (request.name !== "products.query") return rows;
    return rows.filter(({ ids }) => ids.length > 0).slice(inputOf(request).query.paging?.offset ?? 0);
  }

  /** Returns a page of the orders with authorized payments, after an order. */
  #authorized(after: string): Response {
    const open = [...this.rows.values()].filter(({ id, payment }) => id > after && payment === "AUTHORIZED");
    const page = open.slice(0, pageSize);
    const next = open.length > pageSize ? page.at(-1)?.id : undefined;
    const orders = page.map(({ id }) => ({ id, number: String(numberOf(id)), currency: "EUR" }));
    return ok({ orders, metadata: pageEnd(page.length, next) });
  }

  #withSlug(slug: string): Row | undefined {
    return this.rows.get(guid(Number(slug.replace("product-", ""))));
  }

  /** Returns the row of a product or order that exists. */
  #withProduct(id: string): Row | undefined {
    const row = this.rows.get(id) ?? this.rows.get(guid(numberOf(id)));
    return row?.ids.includes(id) ? row : undefined;
  }

  /**
   * Carries a request out, except for the rows of a bulk request that it skips. `wrote` are the rows that it changed. `reads`: the
   * rows whose values the answer to a read has.
   */
  handle(
    request: Request,
    skips: (row: Row) => boolean = () => false,
    reads: readonly Row[] = this.readsOf(request),
  ): { response: Response; wrote: Write[] } {
    const input = inputOf(request);
    const wrote: Write[] = [];
    const apply = (write: Write) => {
      const { row, field, value } = write;
      row[field] = value;
      row.revision += 1;
      if (field === "payment") row.moved += 1;
      wrote.push(write);
    };
    const writes = this.writesOf(request);
    switch (request.name) {
      case "products.query": {
        const found = reads.filter(({ ids }) => ids.length > 0);
        const offset = input.query.paging?.offset ?? 0;
        const page = found.slice(offset);
        const metadata = { count: page.length, offset, total: found.length };
        return { wrote, response: ok({ products: page.map(productV1), metadata }) };
      }
      case "products.get": {
        const [row] = reads;
        return { wrote, response: row ? ok({ product: productV1(row) }) : missing };
      }
      case "products.create": {
        writes.forEach(apply);
        const { slug, name } = input.product;
        const row = this.#withSlug(slug);
        if (!row) throw new Error(`the model platform has no row for ${slug}`);
        this.#created += 1;
        // With digits that no other product has.
        const id = row.id.replace(/^0{8}/, String(this.#created).padStart(8, "0"));
        row.ids = [...row.ids, id];
        row.name = name;
        row.quantity = "";
        return { wrote, response: ok({ product: productV1(row) }) };
      }
      case "products.remove": {
        for (const { row } of writes) row.ids = row.ids.filter((id) => id !== input.id);
        writes.filter(({ row }) => row.ids.length === 0).forEach(apply);
        return { wrote, response: writes.length > 0 ? ok({}) : missing };
      }
      case "orderTransactions.get": {
        const [row] = reads;
        return { wrote, response: row ? ok({ orderTransactions: transactions(row) }) : missing };
      }
      case "orderBilling.refund": {
        writes.forEach(apply);
        const row = rowOf(writes);
        return {
          wrote,
          response: ok({ refund: refundsOf(row).at(-1), orderTransactions: transactions(row) }),
        };
      }
      case "productsV3.query":
        return {
          wrote,
          response: ok({ products: reads.map(productV3), pagingMetadata: pageEnd(reads.length) }),
        };
      case "collections.query":
        return { wrote, response: ok({ collections: [] }) };
      case "orderTransactions.list":
        return { wrote, response: ok({ orderTransactions: reads.map(transactions) }) };
      case "orders.search":
        return { wrote, response: this.#authorized(input.search.cursorPaging?.cursor ?? "") };
      case "products.update":
        writes.forEach(apply);
        return { wrote, response: ok({ product: productV1(rowOf(writes)) }) };
      case "inventory.updateVariants":
        writes.forEach(apply);
        return { wrote, response: ok({}) };
      case "products.bulkUpdate":
        for (const write of writes) if (!skips(write.row)) apply(write);
        return { wrote, response: ok({ results: writes.map(({ row }, index) => item(row.id, index)) }) };
      case "productsV3.bulkUpdate": {
        const revisions: string[] = input.products.map(({ product }: Json) => product.revision);
        const results = writes.map((write, index) => {
          if (String(write.row.revision) !== revisions[index]) return item(write.row.id, index, stale);
          if (!skips(write.row)) apply(write);
          return item(write.row.id, index);
        });
        return { wrote, response: ok({ results }) };
      }
      case "orderBilling.capture":
      case "orderBilling.void":
        writes.forEach(apply);
        return { wrote, response: ok({ orderTransactions: transactions(rowOf(writes)) }) };
      default:
        throw new Error(`the model platform has no call ${request.name}`);
    }
  }
}

/** The body of a request, which the model reads as it comes. */
type Json = ReturnType<JSON["parse"]>;

function inputOf({ body, url }: Request): Json {
  if (body !== undefined) return JSON.parse(body);
  const { pathname, searchParams } = new URL(url);
  const packed = searchParams.get(".r");
  if (packed !== null) return JSON.parse(Buffer.from(packed, "base64").toString());
  const id = pathname.slice(pathname.lastIndexOf("/") + 1);
  return pathname.includes("/orders/") ? { orderId: id } : { id };
}

function rowOf([write]: readonly Write[]): Row {
  if (write === undefined) throw new Error("the request names no row of the platform");
  return write.row;
}

const ok = (body: object): Response => ({ status: 200, headers: {}, body: JSON.stringify(body) });

const missing: Response = { status: 404, headers: {}, body: '{"message":"not found"}' };

/** Returns a product as version 1 of the catalog has it. */
export const productV1 = ({ ids, name, slug, price, quantity }: Row) => ({
  id: ids.at(-1),
  name,
  slug,
  priceData: { currency: "EUR", price: Number(price) },
  inventoryItemId: ids.at(-1),
  stock:
    quantity === ""
      ? { trackInventory: false, inStock: true }
      : { trackInventory: true, quantity: Number(quantity), inStock: Number(quantity) > 0 },
});

const productV3 = ({ id, name, revision }: Row) => ({ id, name, revision: String(revision) });

const statuses: Readonly<Record<string, string>> = { CAPTURED: "APPROVED" };

/** Each refund has an id of its own. */
const refundsOf = ({ id, paymentId, payment, moved }: Row) =>
  payment === "REFUNDED"
    ? Array.from({ length: moved }, (_, n) => ({
        id: id.replace(/^0{8}/, String(n + 1).padStart(8, "0")),
        transactions: [{ paymentId, amount: { amount: "5.00" }, refundStatus: "SUCCEEDED" }],
      }))
    : [];

const transactions = (row: Row) => ({
  orderId: row.id,
  refunds: refundsOf(row),
  payments: [paymentOf(row)],
});

const paymentOf = ({ paymentId, payment }: Row) => ({
  id: paymentId,
  amount: { amount: "5.00" },
  status: statuses[payment] ?? payment,
  regularPaymentDetails: { authorizationDetails: {} },
});

const stale = { code: "INVALID_REVISION", description: "the revision is not the present one" };

const item = (id: string, originalIndex: number, error?: object) => ({
  itemMetadata: { id, originalIndex, success: error === undefined, error },
});
