import type { collections } from "../../api/endpoints/collections.ts";
import type { inventory } from "../../api/endpoints/inventory.ts";
import type { products } from "../../api/endpoints/products.ts";
import type { WireClient } from "../../api/endpoint.ts";
import type { Product } from "../../api/models/product.ts";
import type { Json, Step, StepDraft, StepOutcome, Work } from "../../bulk/step.ts";
import { amountOf, productBody, variantBody } from "./body.ts";
import type { CollectionNames } from "./collection-names.ts";
import { choicesOf, defaultVariantId, defaultVariantKey, fieldsOf, inventoryOf, managedVariants, mediaOf, variantFields } from "./snapshot.ts";

export type CatalogClient = WireClient<{ products: typeof products; collections: typeof collections; inventory: typeof inventory }>;

/** The fields that the platform's bulk call can set, under its own names. */
const bulkFields = new Set(["price", "cost", "weight", "ribbon", "brand"]);

type Fields = Record<string, Json>;

/** How bulk jobs on products read, write, find and take back: one step, one platform call. */
export function productWork(client: CatalogClient, names: CollectionNames): Work {
  const writers: Record<string, (steps: readonly Step[]) => Promise<string | undefined>> = {
    "product.create": async ([step]) => {
      const { product } = await client.products.create({ product: productBody(after(step), "create") });
      return product?.id ?? undefined;
    },
    "product.update": async ([step]) => {
      await client.products.update({ product: { id: idOf(step), ...productBody(after(step), "update") } });
      return undefined;
    },
    "product.delete": async ([step]) => {
      await client.products.remove({ id: idOf(step) });
      return undefined;
    },
    "product.restore": async ([step]) => await restoreProduct(client, names, step?.after as unknown as Product),
    "variants.update": async ([step]) => {
      const variants = Object.entries(after(step)).map(([key, fields]) => variantBody(choicesOf(key), fields as Fields));
      await client.products.updateVariants({ id: idOf(step), variants });
      return undefined;
    },
    "media.add": async ([step]) => {
      const have = new Set((step?.before as string[] | null) ?? []);
      const media = ((step?.after as string[]) ?? []).filter((one) => !have.has(one)).map(mediaSource);
      await client.products.addMedia({ id: idOf(step), media });
      return undefined;
    },
    "media.remove": async ([step]) => {
      const keep = new Set((step?.after as string[] | null) ?? []);
      const mediaIds = ((step?.before as string[]) ?? []).filter((one) => !keep.has(one));
      await client.products.removeMedia({ id: idOf(step), mediaIds });
      return undefined;
    },
    "inventory.set": async ([step]) => {
      await setInventory(client, idOf(step), step?.after as unknown as ReturnType<typeof inventoryOf>);
      return undefined;
    },
    "collection.create": async ([step]) => await names.create(String(after(step)["name"])),
    "collection.remove": async ([step]) => {
      await client.collections.remove({ id: idOf(step) });
      return undefined;
    },
    "collection.member": async (steps) => {
      const { collection, member } = after(steps[0]);
      const id = await names.idOf(String(collection));
      const productIds = steps.map(idOf);
      await (member === true ? client.collections.addProducts : client.collections.removeProducts)({ id, productIds });
      return undefined;
    },
  };

  return {
    groupLimit: 100,
    group({ kind, after }) {
      if (kind === "collection.member") return `member ${JSON.stringify(after)}`;
      const [[name, value] = ["", null], ...more] = Object.entries((after ?? {}) as Fields);
      const shared = kind === "product.update" && more.length === 0 && bulkFields.has(name) && value !== null;
      return shared ? `${name} ${JSON.stringify(value)}` : undefined;
    },
    async read(steps) {
      const ids = [...new Set(steps.flatMap(({ id }) => (id === undefined ? [] : [id])))];
      const found = await productsById(client, ids);
      const present = new Map<number, Json | undefined>();
      for (const step of steps) {
        if (step.kind.startsWith("collection.") && step.kind !== "collection.member") continue;
        const product = found.get(step.id ?? "");
        present.set(step.seq, product && (await project(step, product, names)));
      }
      return present;
    },
    async write(steps) {
      const [first] = steps;
      if (first === undefined) return [];
      if (first.kind === "product.update" && steps.length > 1) return await bulkUpdate(client, steps);
      const id = await writers[first.kind]?.(steps);
      return steps.map(({ seq }) => ({ seq, ok: true as const, ...(id !== undefined && { id }) }));
    },
    async find({ kind, key }) {
      if (key === undefined) return undefined;
      if (kind === "collection.create") return await names.find(key);
      const { products } = await client.products.query({ query: { filter: { slug: key }, paging: { limit: 1 } } });
      return products?.[0]?.id ?? undefined;
    },
    invert: invertStep,
  };
}

function after(step: Step | undefined): Fields {
  return (step?.after ?? {}) as Fields;
}

function idOf(step: Step | undefined): string {
  return step?.id ?? "";
}

function mediaSource(source: string) {
  return /^https?:\/\//.test(source) ? { url: source } : { mediaId: source };
}

async function bulkUpdate(client: CatalogClient, steps: readonly Step[]): Promise<StepOutcome[]> {
  const [[name, value] = ["", null]] = Object.entries(after(steps[0]));
  const amount = ["price", "cost", "weight"].includes(name);
  const { results } = await client.products.bulkUpdate({
    ids: steps.map(idOf),
    set: { [name]: amount ? amountOf(value) : value },
  });
  return steps.map(({ seq, id }): StepOutcome => {
    const error = results?.find(({ itemMetadata }) => itemMetadata?.id === id)?.itemMetadata;
    if (error?.success !== false) return { seq, ok: true };
    return { seq, ok: false, error: { code: error.error?.code ?? "UNKNOWN", message: error.error?.description ?? "refused" } };
  });
}

async function setInventory(client: CatalogClient, productId: string, stock: ReturnType<typeof inventoryOf>): Promise<void> {
  const product = (await productsById(client, [productId])).get(productId) ?? {};
  const ids = new Map([...managedVariants(product)].map(([key, { id }]) => [key, id]));
  const variants = Object.entries(stock.variants).map(([key, value]) => ({
    variantId: key === defaultVariantKey ? defaultVariantId : (ids.get(key) ?? ""),
    ...(typeof value === "number" ? { quantity: value } : { inStock: value === true }),
  }));
  await client.inventory.updateVariants({
    inventoryItem: { id: product.inventoryItemId, productId, trackQuantity: stock.tracked, variants },
  });
}

async function restoreProduct(client: CatalogClient, names: CollectionNames, lost: Product): Promise<string | undefined> {
  const { product } = await client.products.create({ product: productBody(fieldsOf(lost), "create") });
  const id = product?.id ?? "";
  const variants = [...managedVariants(lost)].map(([key, variant]) => variantBody(choicesOf(key), variantFields(variant)));
  if (variants.length > 0) await client.products.updateVariants({ id, variants });
  const media = mediaOf(lost);
  if (media.length > 0) await client.products.addMedia({ id, media: media.map(mediaSource) });
  await setInventory(client, id, inventoryOf(lost));
  for (const collection of await names.namesOf(lost.collectionIds ?? [])) {
    await client.collections.addProducts({ id: await names.idOf(collection), productIds: [id] });
  }
  return id;
}

/** Whole products, with variants and cost, by id; at most 100 a call. */
export async function productsById(client: CatalogClient, ids: readonly string[]): Promise<Map<string, Product>> {
  const found = new Map<string, Product>();
  for (let start = 0; start < ids.length; start += 100) {
    const chunk = ids.slice(start, start + 100);
    const { products } = await client.products.query({
      query: { filter: { id: { $in: chunk } }, paging: { limit: 100 } },
      includeVariants: true,
      includeHiddenProducts: true,
      includeMerchantSpecificData: true,
    });
    for (const product of products ?? []) found.set(product.id ?? "", product as Product);
  }
  return found;
}

/** What a product has now of the things that a step plans to change, in the step's own shape. */
async function project(step: Step, product: Product, names: CollectionNames): Promise<Json | undefined> {
  const wanted = (step.after ?? step.before ?? {}) as Fields;
  const pick = (from: Fields, like: Fields) => Object.fromEntries(Object.keys(like).map((name) => [name, from[name] ?? null]));
  switch (step.kind) {
    case "product.create":
    case "product.update":
      return pick(fieldsOf(product), wanted);
    case "variants.update": {
      const present = managedVariants(product);
      const entries = Object.entries(wanted).map(([key, fields]) => {
        const variant = present.get(key);
        return [key, pick(variant ? variantFields(variant) : {}, fields as Fields)];
      });
      return Object.fromEntries(entries) as Json;
    }
    case "inventory.set": {
      const { tracked, variants } = inventoryOf(product);
      return { tracked, variants: pick(variants, wanted["variants"] as Fields) };
    }
    case "media.add":
    case "media.remove":
      return sameMedia(mediaOf(product), (step.after ?? []) as string[]) ? step.after : mediaOf(product);
    case "collection.member": {
      const id = await names.find(String(wanted["collection"]));
      return { collection: wanted["collection"] ?? null, member: id !== undefined && (product.collectionIds ?? []).includes(id) };
    }
    case "product.delete": {
      const before = (step.before ?? {}) as Fields;
      return "id" in before ? (product as unknown as Json) : pick(fieldsOf(product), before);
    }
    default:
      return undefined;
  }
}

/** Whether a product has the media that a list names; the platform keeps what came from elsewhere under names of its own. */
function sameMedia(present: readonly string[], wanted: readonly string[]): boolean {
  return present.length === wanted.length && wanted.every((one, index) => one === present[index] || /^https?:/.test(one));
}

/** The step that takes a done one back. Steps on a product that the same job created go with the product. */
function invertStep(step: Step): StepDraft | undefined {
  const { kind, id, label, before, after: done, dependsOn } = step;
  if (dependsOn !== undefined) return undefined;
  const base = { label, ...(id !== undefined && { id }) };
  switch (kind) {
    case "product.create":
      return { ...base, kind: "product.delete", before: done, after: null };
    case "product.delete":
      return { kind: "product.restore", label, key: String((before as Fields)["slug"]), before: null, after: before };
    case "collection.create":
      return { ...base, kind: "collection.remove", before: done, after: null };
    case "media.add":
      return { ...base, kind: "media.remove", before: done, after: before ?? [] };
    case "media.remove":
      return { ...base, kind: "media.add", before: done, after: before };
    default:
      return { ...base, kind, before: done, after: before };
  }
}
