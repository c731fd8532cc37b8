import { isRecord } from "../../kernel/json.ts";
import { type Endpoint, valueAt } from "../endpoint.ts";
import { everyField } from "../read-back.ts";
import { loadEndpoint, loadService, services } from "../services/index.ts";

/** How to read the object that a call changes. */
export interface ObjectRead {
  endpoint: Endpoint;
  input: object;
  /** Returns the object in the result; undefined if it does not exist. */
  objectIn(body: unknown): Fields | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The reads that differ from the service's `get` call. */
const others: Readonly<
  Record<string, (input: Fields) => { call: string; input: object; at: (body: unknown) => unknown }>
> = {
  "inventory.updateVariants": (input) => ({
    call: "inventory.query",
    input: { query: { filter: JSON.stringify({ productId: valueAt(input, "inventoryItem.productId") }) } },
    at: (body) => valueAt(body, "inventoryItems.0"),
  }),
  "collections.addProducts": membersRead,
  "collections.removeProducts": membersRead,
  "products.updateVariants": ({ id }) => ({
    call: "products.get",
    input: { id },
    at: (body) => {
      const product = recordOf(valueAt(body, "product"));
      const variants = product?.variants;
      return (
        product && { ...product, variants: (Array.isArray(variants) ? variants : []).map(variantFields) }
      );
    },
  }),
  "orderFulfillments.update": ({ orderId, fulfillment }) =>
    fulfillmentRead(orderId, valueAt(fulfillment, "id")),
  "orderFulfillments.remove": ({ orderId, fulfillmentId }) => fulfillmentRead(orderId, fulfillmentId),
};

/** Returns a variant of catalog v1 in the shape in which it is written. */
function variantFields(one: unknown): Fields {
  const { priceData, ...variant } = recordOf(valueAt(one, "variant")) ?? {};
  return { ...variant, price: valueAt(priceData, "price"), choices: valueAt(one, "choices") };
}

/** Returns how to read which of some products are in a collection. */
function membersRead({ id, productIds }: Fields) {
  const ids = Array.isArray(productIds) ? productIds : [];
  return {
    call: "products.query",
    input: { query: { filter: { id: { $in: ids } }, paging: { limit: 100 } } },
    at: (body: unknown) => {
      const products = valueAt(body, "products");
      // More products are on other pages.
      if (ids.length > 100 || !Array.isArray(products)) return undefined;
      const members = products.filter((one) => (valueAt(one, "collectionIds") as unknown[])?.includes(id));
      return { productIds: members.map((one) => valueAt(one, "id")) };
    },
  };
}

function fulfillmentRead(orderId: unknown, id: unknown) {
  return {
    call: "orderFulfillments.get",
    input: { orderId },
    at: (body: unknown) => {
      const all = valueAt(body, "orderWithFulfillments.fulfillments");
      return (Array.isArray(all) ? all : []).find((one) => valueAt(one, "id") === id);
    },
  };
}

/** Returns how to read the object that a call with this input changes: by the table, else with `get` of the same service. */
export async function objectRead(endpoint: Endpoint, input: unknown): Promise<ObjectRead | undefined> {
  const given = recordOf(input) ?? {};
  const { name } = endpoint;
  const other = Object.hasOwn(others, name) ? others[name]?.(given) : undefined;
  if (other)
    return {
      endpoint: await loadEndpoint(other.call),
      input: other.input,
      objectIn: (body) => recordOf(other.at(body)),
    };
  const [service = ""] = name.split(".");
  const get = Object.hasOwn(services, service) ? (await loadService(service)).get : undefined;
  if (get?.effect !== "read" || get.paging !== undefined) return undefined;
  const found = getInput(get, endpoint, given);
  if (found === undefined) return undefined;
  const fields = everyField(get);
  const key = objectKey(endpoint, input);
  return {
    endpoint: get,
    input: { ...found, ...(fields && { fields }) },
    objectIn: (body) => objectIn(body, key) ?? objectIn(body, undefined),
  };
}

/** Returns the input of `get` with the ids in the input of another call of its service. */
function getInput(get: Endpoint, { public: path }: Endpoint, input: Fields): object | undefined {
  const [wanted, own] = [fieldsIn(get.public), fieldsIn(path)];
  // An object without an id, such as settings, is read and written at the same path.
  if (wanted.length === 0) return own.length === 0 && get.public === path ? {} : undefined;
  const values: Record<string, unknown> = {};
  for (const field of wanted) {
    const same = own.find((one) => nounOf(one) === nounOf(field));
    const first = wanted.length === 1 && (field === "id" || own[0] === "id") ? own[0] : undefined;
    const value = valueAt(input, same ?? first ?? field);
    if (typeof value !== "string" || value === "") return undefined;
    values[field] = value;
  }
  for (const field of get.required ?? []) values[field] ??= valueAt(input, field);
  return values as Fields;
}

const fieldsIn = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, field = ""]) => field);

/** Returns what an id identifies: `collection` for `collection.id` and for `collectionId`. */
const nounOf = (field: string): string => field.replace(/\.id$|Id$/, "");

/** Returns the key of the object in the input of a call: that of a path such as `/collections/{collection.id}`, else the only one. */
export function objectKey(
  { public: path, required = [] }: Pick<Endpoint, "public" | "required">,
  input: unknown,
): string | undefined {
  const inPath = fieldsIn(path).find((field) => field.includes("."));
  const declared = (inPath ?? required.find((field) => /^\w+\.revision$/.test(field)))?.split(".")[0];
  if (declared !== undefined) return declared;
  const objects = Object.entries(recordOf(input) ?? {}).filter(([, value]) => recordOf(value));
  return objects.length === 1 ? objects[0]?.[0] : undefined;
}

/** Returns the object in a result: at the key, or without one the only object. */
export function objectIn(body: unknown, key: string | undefined): Fields | undefined {
  const result = recordOf(body) ?? {};
  if (key !== undefined) return recordOf(result[key]);
  const objects = Object.values(result).filter((value) => recordOf(value) !== undefined);
  return objects.length === 1 ? recordOf(objects[0]) : undefined;
}

export const recordOf = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined);
