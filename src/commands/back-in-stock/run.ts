import { storesAppId } from "../../api/models/app-ids.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import { readReferences } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { amountFromJson, amountText } from "../../kernel/money.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";

/** Items per call; the platform's limit. */
const batchSize = 100;

interface CountRow {
  product: string;
  catalogItemId: string;
  count: number;
}

interface CountResponse {
  countsPerCatalogReference: { catalogReference: { catalogItemId: string }; count: number }[];
}

/** Creates a request for a notification when a product is back in stock, and prints it. */
export async function createRequest(
  context: Context,
  [reference = ""]: string[],
  { email, variant, link }: { email?: string; variant?: string; link?: string },
): Promise<undefined> {
  if (email === undefined) {
    const hint = `For example: till settings back-in-stock request ${reference} --email ivo@example.com`;
    throw new UsageError("--email is required.", { field: "--email", hint });
  }
  const { catalogReference, itemDetails } = await readItem(context, reference, variant);
  const { request } = await send(context, "create", {
    request: { catalogReference, email, itemUrl: link },
    itemDetails,
  });
  await context.printRecord(request as Record<string, unknown>, {
    kind: "request",
    byLabel: true,
    fields: {
      id: { value: ({ id }) => String(id) },
      email: { value: (row) => String(row.email) },
      status: { value: ({ status }) => String(status), words: {} },
    },
  });
}

/** Prints the number of requests for each product. */
export async function count(context: Context, args: string[]): Promise<undefined> {
  const references = await readReferences(context, args, "product");
  if (references.length === 0) throw new UsageError("No products given.", { hint: "Pipe in records with -" });
  const items = [];
  for (const reference of references) items.push(await readItem(context, reference));
  const rows: CountRow[] = [];
  for (const batch of batchesOf(items, batchSize)) {
    const catalogReferences = batch.map(({ catalogReference }) => catalogReference);
    const body = await send(context, "countByCatalogReference", { catalogReferences });
    const { countsPerCatalogReference: counts } = body as unknown as CountResponse;
    for (const { name, catalogReference } of batch) {
      const { catalogItemId } = catalogReference;
      const found = counts.find((count) => count.catalogReference.catalogItemId === catalogItemId);
      rows.push({ product: name, catalogItemId, count: found?.count ?? 0 });
    }
  }
  await context.print(rows, {
    kind: "requestCount",
    fields: {
      product: { grow: true },
      count: { label: "Requests", as: "number" },
      catalogItemId: { label: "Item" },
    },
    total: rows.length,
  });
}

/** Notifies the shoppers who requested a product that it is back in stock. */
export async function report(
  context: Context,
  [reference = ""]: string[],
  { variant, requests }: { variant?: string; requests?: string },
): Promise<undefined> {
  const { name, catalogReference, itemDetails } = await readItem(context, reference, variant);
  const requestIds = requests?.split(",").map((id) => id.trim());
  const recipients = requestIds ? { requestIds } : { catalogReference };
  await send(context, "reportItemsBackInStock", { ...recipients, itemDetails });
  await context.notice(`Reported "${name}" as back in stock.`);
}

/** Returns a product as the back-in-stock calls and their emails need it. */
async function readItem(context: Context, reference: string, variantId?: string) {
  const product = await findProduct(await openCatalog(context), reference);
  const price = product.priceData?.discountedPrice ?? product.priceData?.price ?? 0;
  return {
    name: product.name ?? reference,
    catalogReference: {
      appId: storesAppId,
      catalogItemId: product.id,
      options: variantId === undefined ? undefined : { variantId },
    },
    itemDetails: { name: product.name ?? reference, price: amountText(amountFromJson(price)) },
  };
}

/** Makes a call of the back-in-stock service with the role that it needs. */
async function send(context: Context, operation: string, input: object): Promise<Record<string, unknown>> {
  const endpoint = await loadEndpoint(`backInStock.${operation}`);
  const call = await context.call(endpoint.role === "visitor" ? undefined : endpoint.role);
  return (await call(endpoint, input, { signal: context.signal })) as Record<string, unknown>;
}
