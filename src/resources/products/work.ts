import type { Product } from "../../api/services/products/models/product.ts";
import type { Json, Step, StepOutcome, Work } from "../../bulk/journal/step.ts";
import { presentCollections, updateCollection } from "../collections/changes.ts";
import { amountOf, productBody, variantBody } from "./body.ts";
import { type CatalogClient, productBySlug, productsById } from "./catalog.ts";
import type { CollectionNames } from "./collection-names.ts";
import { invertStep } from "./invert.ts";
import { project } from "./present.ts";
import { isRestored, mediaSource, restoreProduct, setInventory } from "./restore.ts";
import { choicesOf, type inventoryOf } from "./snapshot.ts";

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
    "product.restore": async ([step]) =>
      await restoreProduct(client, names, step?.after as unknown as Product, (step?.attempts ?? 0) > 1),
    "variants.update": async ([step]) => {
      const variants = Object.entries(after(step)).map(([key, fields]) =>
        variantBody(choicesOf(key), fields as Fields),
      );
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
    "collection.create": async ([step]) => await names.create(String(after(step).name)),
    "collection.remove": async ([step]) => {
      await client.collections.remove({ id: idOf(step) });
      return undefined;
    },
    "collection.update": async ([step]) => {
      await updateCollection(client, step);
      return undefined;
    },
    "collection.member": async (steps) => {
      const { collection, member } = after(steps[0]);
      const id = await names.idOf(String(collection));
      const productIds = steps.map(idOf);
      await (member === true ? client.collections.addProducts : client.collections.removeProducts)({
        id,
        productIds,
      });
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
    async read(all) {
      const isOnCollection = ({ kind }: Step) => kind === "collection.update" || kind === "collection.remove";
      const collections = all.filter(isOnCollection);
      const steps = all.filter((step) => !isOnCollection(step));
      const ids = [...new Set(steps.flatMap(({ id }) => (id === undefined ? [] : [id])))];
      const found = await productsById(client, ids);
      const present = await presentCollections(client, collections);
      for (const step of steps) {
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
    async find({ kind, key, after, attempts }) {
      if (key === undefined) return undefined;
      if (kind === "collection.create") return await names.look(key);
      const product = await productBySlug(client, key);
      if (!product) return undefined;
      // What an earlier try began and did not end is not there yet.
      const ours = kind === "product.restore" && attempts > 0;
      if (ours && !(await isRestored(names, after as unknown as Product, product))) return undefined;
      return product.id ?? undefined;
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
    return {
      seq,
      ok: false,
      error: { code: error.error?.code ?? "UNKNOWN", message: error.error?.description ?? "refused" },
    };
  });
}
