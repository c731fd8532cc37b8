import { type Endpoint, valueAt } from "../endpoint.ts";
import { loadEndpoint, loadService, services } from "../services/index.ts";
import { violations } from "../violations.ts";
import { type Fields, objectIn, objectKey, recordOf } from "./object-read.ts";

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
      ...(unassignTags !== undefined && { assignTags: unassignTags }),
      ...(assignTags !== undefined && { unassignTags: assignTags }),
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
  if (JSON.stringify([made.input, made.before]).includes('"[redacted]"'))
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
    const old = recordOf(before);
    if (old === undefined) return { final: "The values before are not known." };
    const key = objectKey(endpoint, input);
    const object = key === undefined ? undefined : recordOf(input[key]);
    return {
      call: name,
      input: key !== undefined && object ? { ...input, [key]: { ...object, ...old } } : { ...input, ...old },
    };
  }
  const [service = "", operation = ""] = name.split(".");
  const remove =
    operation === "create" && Object.hasOwn(services, service)
      ? (await loadService(service)).remove
      : undefined;
  const [field, ...more] = [...(remove?.public ?? "").matchAll(/\{([^}]+)\}/g)].map(([, one = ""]) => one);
  const id = valueAt(after, "id");
  if (remove?.effect !== "delete" || field === undefined || more.length > 0 || typeof id !== "string")
    return { final: noInverse };
  return { call: `${service}.remove`, input: { [field]: id } };
}

/** Returns the input with the present revision of the object, if the call takes one. */
export function withRevision(endpoint: Endpoint, input: Fields, present: Fields | undefined): Fields {
  const revision = present?.revision;
  const key = objectKey(endpoint, input);
  const object = key === undefined ? undefined : recordOf(input[key]);
  if (revision === undefined || key === undefined || object === undefined || object.revision === undefined)
    return input;
  return { ...input, [key]: { ...object, revision } };
}

/** Returns the object that a recorded call created, changed or deleted: its id and name, as far as they are known. */
export function objectOf(endpoint: Endpoint, input: unknown, before: Fields | undefined, answer: unknown) {
  const key = objectKey(endpoint, input);
  const object = objectIn(answer, key);
  const given = recordOf(key === undefined ? undefined : valueAt(input, key)) ?? recordOf(input) ?? {};
  const [inPath] = [...endpoint.public.matchAll(/\{([^}]+)\}/g)].map(([, field = ""]) =>
    valueAt(input, field),
  );
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const id = text(inPath) ?? text(before?.id) ?? text(object?.id);
  const named = [before, object, given].flatMap((one) => [one?.name, one?.title, one?.number, one?.email]);
  const label = named
    .map((one) => (typeof one === "number" ? String(one) : text(one)))
    .find((one) => one !== undefined);
  return { ...(id !== undefined && { id }), ...(label !== undefined && { label }) };
}
