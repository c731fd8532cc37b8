import type { Request, Response } from "../../src/api/transport/transport.ts";

/** The value of a row that the jobs of a night change. */
export type Field = "name" | "price" | "quantity" | "payment";

export interface Row {
  readonly id: string;
  readonly paymentId: string;
  name: string;
  price: string;
  quantity: string;
  payment: string;
  revision: number;
  /** How often money was moved: captures and voids that were carried out. */
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

/** Returns row `n` as each night finds it. */
export function newRow(n: number): Row {
  return {
    id: guid(n),
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

  constructor(rows: readonly Row[]) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns what a request wants to write. */
  writesOf(request: Request): Write[] {
    const input = inputOf(request);
    const write = (id: unknown, field: Field, value: unknown): Write[] => {
      const row = this.rows.get(String(id));
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
    const ids: string[] = input.orderIds ?? input.query.filter.id.$in;
    return ids.flatMap((id) => this.rows.get(id) ?? []);
  }

  /** Carries a request out, except for the rows of a bulk request that it skips. `wrote` are the rows that it changed. */
  handle(
    request: Request,
    skips: (row: Row) => boolean = () => false,
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
      case "products.query":
        return { wrote, response: ok({ products: this.readsOf(request).map(productV1) }) };
      case "productsV3.query":
        return { wrote, response: ok({ products: this.readsOf(request).map(productV3) }) };
      case "orderTransactions.list":
        return { wrote, response: ok({ orderTransactions: this.readsOf(request).map(transactions) }) };
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
  const packed = new URL(url).searchParams.get(".r") ?? "";
  return JSON.parse(Buffer.from(packed, "base64").toString());
}

function rowOf([write]: readonly Write[]): Row {
  if (write === undefined) throw new Error("the request names no row of the platform");
  return write.row;
}

const ok = (body: object): Response => ({ status: 200, headers: {}, body: JSON.stringify(body) });

const productV1 = ({ id, name, price, quantity }: Row) => ({
  id,
  name,
  priceData: { currency: "EUR", price: Number(price) },
  inventoryItemId: id,
  stock: { trackInventory: true, quantity: Number(quantity), inStock: Number(quantity) > 0 },
});

const productV3 = ({ id, name, revision }: Row) => ({ id, name, revision: String(revision) });

const statuses: Readonly<Record<string, string>> = { CAPTURED: "APPROVED" };

const transactions = ({ id, paymentId, payment }: Row) => ({
  orderId: id,
  payments: [
    {
      id: paymentId,
      amount: { amount: "5.00" },
      status: statuses[payment] ?? payment,
      regularPaymentDetails: { authorizationDetails: {} },
    },
  ],
});

const stale = { code: "INVALID_REVISION", description: "the revision is not the present one" };

const item = (id: string, originalIndex: number, error?: object) => ({
  itemMetadata: { id, originalIndex, success: error === undefined, error },
});
