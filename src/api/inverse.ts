import { isRecord } from "../kernel/json.ts";
import { redacted } from "../kernel/text.ts";
import { type Endpoint, valueAt } from "./endpoint.ts";
import { everyField } from "./read-back.ts";
import { loadEndpoint, loadService, services } from "./services/index.ts";
import { violations } from "./violations.ts";

/** A call that was made, as it was recorded. */
export interface MadeCall {
  endpoint: Endpoint;
  input: Fields;
  /** The changed fields before and after; see differenceOf. */
  before?: unknown;
  after?: unknown;
}

/** The call that takes another one back, or why there is none. */
export type Inverse = { endpoint: Endpoint; input: Fields; final?: undefined } | { final: string };

type Pair = (made: MadeCall) => { call: string; input: object } | { final: string };

const sameInput =
  (call: string): Pair =>
  ({ input }) => ({ call, input });

/** Renames the amounts of a stock adjustment, as the opposite call names them. */
const adjustment =
  (call: string, from: string, to: string): Pair =>
  ({ input }) => ({
    call,
    input: {
      [`${to}Data`]: ((input[`${from}Data`] ?? []) as Fields[]).map(({ [`${from}By`]: by, ...item }) => ({
        ...item,
        [`${to}By`]: by,
      })),
      ...(input.reason !== undefined && { reason: input.reason }),
    },
  });

const flipped =
  (call: string, field: string): Pair =>
  ({ input }) => ({ call, input: { ...input, [field]: input[field] !== true } });

const swappedTags =
  (call: string): Pair =>
  ({ input: { assignTags, unassignTags, ...rest } }) => ({
    call,
    input: {
      ...rest,
      assignTags: unassignTags,
      unassignTags: assignTags,
    },
  });

/** Removes only the products that were not in the collection before, or adds only those that were. */
const members =
  (call: string, were: boolean): Pair =>
  ({ input, before }) => {
    const known = valueAt(before, "productIds");
    if (!Array.isArray(known)) return { final: "It is not known which of the products were there before." };
    const productIds = (input.productIds as string[]).filter((id) => known.includes(id) === were);
    return productIds.length === 0
      ? { final: "It changed nothing." }
      : { call, input: { ...input, productIds } };
  };

/** The calls that take each other back, besides updates and creates. */
const pairs: Readonly<Record<string, Pair>> = {
  "collections.addProducts": members("collections.removeProducts", false),
  "collections.removeProducts": members("collections.addProducts", true),
  "storeCategories.addItem": sameInput("storeCategories.removeItem"),
  "storeCategories.removeItem": sameInput("storeCategories.addItem"),
  "storeCategories.addItems": sameInput("storeCategories.removeItems"),
  "storeCategories.removeItems": sameInput("storeCategories.addItems"),
  "eventCategories.assignEvents": sameInput("eventCategories.unassignEvents"),
  "eventCategories.unassignEvents": sameInput("eventCategories.assignEvents"),
  "inventory.increment": adjustment("inventory.decrement", "increment", "decrement"),
  "inventory.decrement": adjustment("inventory.increment", "decrement", "increment"),
  "inventoryItemsV3.bulkIncrement": adjustment("inventoryItemsV3.bulkDecrement", "increment", "decrement"),
  "inventoryItemsV3.bulkDecrement": adjustment("inventoryItemsV3.bulkIncrement", "decrement", "increment"),
  "inventoryItemsV3.bulkIncrementByVariant": adjustment(
    "inventoryItemsV3.bulkDecrementByVariant",
    "increment",
    "decrement",
  ),
  "inventoryItemsV3.bulkDecrementByVariant": adjustment(
    "inventoryItemsV3.bulkIncrementByVariant",
    "decrement",
    "increment",
  ),
  "tickets.checkIn": sameInput("tickets.undoCheckIn"),
  "tickets.undoCheckIn": sameInput("tickets.checkIn"),
  "rsvps.checkIn": sameInput("rsvps.undoCheckIn"),
  "rsvps.undoCheckIn": sameInput("rsvps.checkIn"),
  "backInStockSettings.start": sameInput("backInStockSettings.stop"),
  "backInStockSettings.stop": sameInput("backInStockSettings.start"),
  "eventOrders.bulkUpdate": flipped("eventOrders.bulkUpdate", "archived"),
  "deliveryProfiles.setCarrierActive": flipped("deliveryProfiles.setCarrierActive", "active"),
  "orders.bulkUpdateTags": swappedTags("orders.bulkUpdateTags"),
  "products.removeBrand": ({ input, before }) => ({
    call: "products.update",
    input: { product: { id: input.id, brand: valueAt(before, "brand") } },
  }),
  "products.removeRibbon": ({ input, before }) => ({
    call: "products.update",
    input: { product: { id: input.id, ribbon: valueAt(before, "ribbon") } },
  }),
  "orderFulfillments.create": ({ input, after }) => ({
    call: "orderFulfillments.remove",
    input: { orderId: input.orderId, fulfillmentId: valueAt(after, "fulfillmentId") },
  }),
  "events.clone": ({ after }) => ({ call: "events.remove", input: { eventId: valueAt(after, "id") } }),
};

const noInverse = "The platform has no call that takes it back.";

/** Returns the call that takes a recorded call back: by the table, a set with the values before, or a delete of what was created. */
export async function inverseOf(made: MadeCall): Promise<Inverse> {
  const { name, effect } = made.endpoint;
  if (effect === "money") return { final: "It moves money." };
  if ("omitted" in made.input) return { final: "Its input is too long to be recorded." };
  if ("omitted" in (asFields(made.before) ?? {}))
    return { final: "The values before are too long to be recorded." };
  if (JSON.stringify([made.input, made.before]).includes(redacted))
    return { final: "It has a secret, which is not recorded." };
  const found = (Object.hasOwn(pairs, name) ? pairs[name]?.(made) : undefined) ?? (await general(made));
  if ("final" in found) return found;
  const inverse = {
    endpoint: await loadEndpoint(found.call),
    input: found.input as Fields,
  };
  const [problem] = violations(inverse.endpoint, inverse.input).filter(
    ({ field }) => !field.endsWith("revision"),
  );
  if (problem === undefined) return inverse;
  return {
    final: `It cannot be undone, because the platform would reject it: ${problem.field} ${problem.description}`,
  };
}

async function general(made: MadeCall): Promise<ReturnType<Pair>> {
  const { endpoint, input, before, after } = made;
  const { name } = endpoint;
  if (endpoint.effect === "delete")
    return { final: "Something deleted cannot be created again with the same id." };
  if (endpoint.effect === "set") {
    const isUpdate = endpoint.method === "PATCH" || endpoint.method === "PUT" || /\.upsert$/.test(name);
    if (!isUpdate) return { final: noInverse };
    const old = asFields(before);
    if (old === undefined) return { final: "The values before are not known." };
    const key = objectKey(endpoint, input);
    const object = key === undefined ? undefined : asFields(input[key]);
    return {
      call: name,
      input: key !== undefined && object ? { ...input, [key]: { ...object, ...old } } : { ...input, ...old },
    };
  }
  const [service = "", operation = ""] = name.split(".");
  const remove =
    /^create(WithInventory)?$/.test(operation) && Object.hasOwn(services, service)
      ? (await loadService(service)).remove
      : undefined;
  const [field, ...more] = [...(remove?.public ?? "").matchAll(/\{([^}]+)\}/g)].map(([, one = ""]) => one);
  const id = valueAt(after, "id");
  if (remove?.effect !== "delete" || field === undefined || more.length > 0 || typeof id !== "string")
    return { final: noInverse };
  return { call: `${service}.remove`, input: { ...besides(remove, input), [field]: id } };
}

/** Returns what a call needs besides the id of its object, as another call of its service has it: the tree of a category. */
function besides({ required = [] }: Endpoint, input: Fields): Fields {
  const tops = new Set(required.map((path) => path.split(".")[0] ?? ""));
  return Object.fromEntries(Object.entries(input).filter(([name]) => tops.has(name)));
}

/** Returns the input with the present revision of the object, if the call takes one. */
export function withRevision(endpoint: Endpoint, input: Fields, present: Fields | undefined): Fields {
  const revision = present?.revision;
  const key = objectKey(endpoint, input);
  const object = key === undefined ? undefined : asFields(input[key]);
  if (revision === undefined || key === undefined || object === undefined || object.revision === undefined)
    return input;
  return { ...input, [key]: { ...object, revision } };
}

/** Returns the object that a recorded call created, changed or deleted: its id and name, as far as they are known. */
export function objectOf(endpoint: Endpoint, input: unknown, before: Fields | undefined, answer: unknown) {
  const key = objectKey(endpoint, input);
  const object = objectIn(answer, key);
  const given = asFields(key === undefined ? undefined : valueAt(input, key)) ?? asFields(input) ?? {};
  const [inPath] = [...endpoint.public.matchAll(/\{([^}]+)\}/g)].map(([, field = ""]) =>
    valueAt(input, field),
  );
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  // Money moves in the payments of an order.
  const id = text(inPath) ?? text(before?.id) ?? text(object?.id) ?? text(valueAt(input, "orderId"));
  const named = [before, object, given].flatMap((one) => [
    one?.name,
    one?.title,
    one?.number,
    one?.email,
    one?.jurisdiction,
  ]);
  const label = named
    .map((one) => (typeof one === "number" ? String(one) : text(one)))
    .find((one) => one !== undefined);
  return { ...(id !== undefined && { id }), ...(label !== undefined && { label }) };
}

/** How to read the object that a call changes. */
export interface ObjectRead {
  endpoint: Endpoint;
  input: object;
  /** Returns the object in the result; undefined if it does not exist. */
  objectIn(body: unknown): Fields | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The reads that differ from the service's `get` call. */
const readsByCall: Readonly<
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
      const product = asFields(valueAt(body, "product"));
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
function variantFields(found: unknown): Fields {
  const { priceData, ...variant } = asFields(valueAt(found, "variant")) ?? {};
  return { ...variant, price: valueAt(priceData, "price"), choices: valueAt(found, "choices") };
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
      const members = products.filter((product) =>
        (valueAt(product, "collectionIds") as unknown[])?.includes(id),
      );
      return { productIds: members.map((member) => valueAt(member, "id")) };
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
  const given = asFields(input) ?? {};
  const { name } = endpoint;
  const other = Object.hasOwn(readsByCall, name) ? readsByCall[name]?.(given) : undefined;
  if (other)
    return {
      endpoint: await loadEndpoint(other.call),
      input: other.input,
      objectIn: (body) => asFields(other.at(body)),
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
  return { ...besides(get, input), ...values };
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
  const objects = Object.entries(asFields(input) ?? {}).filter(([, value]) => asFields(value));
  return objects.length === 1 ? objects[0]?.[0] : undefined;
}

/** Returns the object in a result: at the key, or without one the only object. */
export function objectIn(body: unknown, key: string | undefined): Fields | undefined {
  const result = asFields(body) ?? {};
  if (key !== undefined) return asFields(result[key]);
  const objects = Object.values(result).filter((value) => asFields(value) !== undefined);
  return objects.length === 1 ? asFields(objects[0]) : undefined;
}

export const asFields = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined);
