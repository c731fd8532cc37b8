import type { Call } from "../api/caller.ts";
import { type Endpoint, valueAt } from "../api/endpoint.ts";
import { type PageRequest, wholePages } from "../api/query/pages.ts";
import { abandonedCheckouts } from "../api/services/abandoned-checkouts.ts";
import { coupons, discountRules } from "../api/services/discounts.ts";
import { events } from "../api/services/events.ts";
import { giftCards } from "../api/services/gift-cards.ts";
import { eventGuests } from "../api/services/guests.ts";
import { inventoryItemsV3 } from "../api/services/inventory.ts";
import { orders } from "../api/services/orders.ts";
import { products, productsV3, variantsV3 } from "../api/services/products.ts";
import { checkoutSettings, ecommerceSettings, ordersSettings } from "../api/services/settings.ts";
import { tickets } from "../api/services/tickets.ts";
import { ApiError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { wholeGroups } from "../resources/events/read.ts";
import { type ListPage, listPages, type ObjectList } from "../resources/object-list.ts";
import type { Catalog } from "../resources/products/catalog.ts";
import { productFieldsFor } from "../resources/products/read-v3.ts";
import type { IdRange } from "./store.ts";
import type { ListName } from "./tables.ts";

/** A list that can be large: it can be asked what changed, and how many objects it has in a range of ids. */
export interface LargeList {
  /** Its words name it in messages. */
  name: string;
  /** The path of the time of the last change. */
  updated: string;
  /** Reading it by id, so that objects that are removed meanwhile hide no others. */
  byId: boolean;
  /** Reads it from the start or from a stored position. */
  whole(from?: PageRequest): AsyncIterable<ListPage>;
  /** Reads what changed at or after a time; `after`: only after it. */
  changed(since: string, after: boolean): AsyncIterable<ListPage>;
  /** Returns the time of the last change in the list. */
  newest(): Promise<string | undefined>;
  /** Returns the number of objects with ids in a range; undefined if the platform does not say. */
  count(range?: IdRange): Promise<number | undefined>;
  /** Returns the objects in a range of ids that has at most 100. */
  within(range: IdRange): Promise<object[]>;
}

/** A list that is small enough to be read whole each time. */
export interface SmallList {
  /** Its words name it in messages. */
  name: ListName;
  /** The path of the id. */
  id: string;
  /** It is empty if there are no events. */
  ofEvents?: true;
  pages(): AsyncIterable<ListPage>;
}

/** How the requests of a large list look. */
interface Request {
  name: string;
  call: Call;
  endpoint: Endpoint;
  /** Where the input has the filter, the sort and the paging. */
  holder: "query" | "search";
  /** Input besides the query. */
  input?: object;
  updated: string;
  byId: boolean;
  /** Returns how many objects match a filter. */
  total(filter: object | undefined): Promise<number | undefined>;
}

function largeList(request: Request, signal: AbortSignal): LargeList {
  const { name, call, endpoint, holder, input, updated, byId, total } = request;
  const inputOf = (filter: object | undefined, more: object = {}) => ({
    ...input,
    [holder]: { ...(filter && { filter }), ...more },
  });
  const created = { sort: [{ fieldName: "createdDate", order: "ASC" }] };
  const read = (filter: object | undefined, from?: PageRequest) =>
    wholePages<object>(call, endpoint, inputOf(filter, byId ? {} : created), {
      signal,
      from,
      key: byId ? "id" : undefined,
    });
  const first = async (filter: object | undefined, limit: number, more: object = {}) => {
    const paging =
      endpoint.paging === "cursor" ? { cursorPaging: { limit } } : { paging: { limit, offset: 0 } };
    const body = await call(endpoint, inputOf(filter, { ...more, ...paging }), { signal });
    const items = valueAt(body, endpoint.items ?? "");
    return Array.isArray(items) ? (items as object[]) : [];
  };
  return {
    ...{ name, updated, byId },
    whole: (from) => read(undefined, from),
    changed: (since, after) => read({ [updated]: { [after ? "$gt" : "$gte"]: since } }),
    async newest() {
      const [item] = await first(undefined, 1, { sort: [{ fieldName: updated, order: "DESC" }] });
      const value = valueAt(item, updated);
      return typeof value === "string" ? value : undefined;
    },
    count: (range) => total(idFilter(range)),
    within: (range) => first(idFilter(range), 100),
  };
}

/** Returns the filter for a range of ids, with one operator per condition, as searches of catalog v3 require. */
function idFilter({ after, to }: IdRange = {}): object | undefined {
  const conditions = [
    ...(after === undefined ? [] : [{ id: { $gt: after } }]),
    ...(to === undefined ? [] : [{ id: { $lte: to } }]),
  ];
  return conditions.length > 1 ? { $and: conditions } : conditions[0];
}

/** Returns the products of catalog v1: their list has variants and stock. */
export function productListV1(call: Call, signal: AbortSignal): LargeList {
  return largeList(
    {
      ...{ name: "products", call, endpoint: products.query, holder: "query" },
      ...{ updated: "lastUpdated", byId: true },
      async total(filter) {
        const { metadata } = await call(
          products.query,
          { query: { ...(filter && { filter }), paging: { limit: 1, offset: 0 } } },
          { signal },
        );
        return metadata?.total ?? undefined;
      },
    },
    signal,
  );
}

/** Returns the products of catalog v3, without their variants and their stock. */
export function productListV3(call: Call, signal: AbortSignal): LargeList {
  return largeList(
    {
      ...{ name: "products", call, endpoint: productsV3.search, holder: "search" },
      ...{ input: { fields: productFieldsFor(true) }, updated: "updatedDate", byId: false },
      total: async (filter) =>
        (
          await call(
            productsV3.count,
            { filter: filter as never, returnNonVisibleProducts: true },
            { signal },
          )
        ).count ?? undefined,
    },
    signal,
  );
}

/** Returns the stock of catalog v3: one item per variant and location. */
export function stockListV3(call: Call, signal: AbortSignal): LargeList {
  return largeList(
    {
      ...{ name: "stock", call, endpoint: inventoryItemsV3.search, holder: "search" },
      ...{ updated: "updatedDate", byId: false },
      total: async (filter) =>
        (await call(inventoryItemsV3.count, { filter: filter as never }, { signal })).count ?? undefined,
    },
    signal,
  );
}

/** Returns the variants of catalog v3, which are read whole only: later, they are read with their products. */
export function wholeVariants(call: Call, signal: AbortSignal): LargeList {
  const input = { query: {}, fields: ["MERCHANT_DATA"] };
  return {
    ...{ name: "variants", updated: "productData.updatedDate", byId: true },
    whole: (from) => wholePages<object>(call, variantsV3.query, input, { signal, from }),
    async *changed() {},
    newest: async () => undefined,
    count: async () => undefined,
    within: async () => [],
  };
}

/** Returns the orders of the shop. */
export function orderList(call: Call, signal: AbortSignal): LargeList {
  return largeList(
    {
      ...{ name: "orders", call, endpoint: orders.search, holder: "search" },
      ...{ updated: "updatedDate", byId: false },
      async total(filter) {
        // The list has no total, but its figures have the number of orders by status.
        const body = await call(
          orders.aggregate,
          { filter: (filter ?? {}) as never, aggregation: { number: { $count: "status" } } as never },
          { signal },
        ).catch((error: unknown) => {
          if (error instanceof ApiError) return undefined;
          throw error;
        });
        const counts = valueAt(body?.aggregates, "number");
        if (!isRecord(counts)) return undefined;
        const numbers = Object.values(counts);
        return numbers.every((number) => typeof number === "number")
          ? numbers.reduce((sum, number) => sum + number, 0)
          : undefined;
      },
    },
    signal,
  );
}

/** Returns the lists that are read whole. */
export function smallLists(
  call: Call,
  { collections }: Pick<Catalog, "collections">,
  { signal, giftCards: hasCards, settings }: { signal: AbortSignal; giftCards?: boolean; settings?: boolean },
): SmallList[] {
  const small = (
    name: ListName,
    list: ObjectList,
    { id = "id", ofEvents }: Pick<Partial<SmallList>, "id" | "ofEvents"> = {},
  ): SmallList => ({ name, id, ofEvents, pages: () => listPages(list, { call, signal }) });
  const { list } = collections;
  return [
    small("collections", { endpoint: list.endpoint, caller: list.call }),
    small("coupons", { endpoint: { ...coupons.query, paging: "offset", items: "coupons", limitMax: 100 } }),
    small("discountRules", { endpoint: discountRules.query }),
    small("abandonedCheckouts", { endpoint: abandonedCheckouts.search, input: { search: {} } }),
    small("events", {
      endpoint: events.query,
      input: { query: {}, fields: [...wholeGroups], includeDrafts: true },
      keyed: true,
    }),
    small(
      "tickets",
      { endpoint: tickets.list, input: { fieldset: ["GUEST_DETAILS"] } },
      { id: "ticketNumber", ofEvents: true },
    ),
    small(
      "guests",
      { endpoint: eventGuests.query, input: { query: {}, fields: ["GUEST_DETAILS", "GUEST_TOTAL"] } },
      { ofEvents: true },
    ),
    ...(hasCards ? [small("giftCards", { endpoint: giftCards.query })] : []),
    ...(settings ? [settingsList(call, signal)] : []),
  ];
}

/** Returns the settings as a list of three objects. */
function settingsList(call: Call, signal: AbortSignal): SmallList {
  const fields = ["TAX", "DISCOUNT_RULES", "PREMIUM_SITE"] as const;
  return {
    ...{ name: "settings", id: "id" },
    async *pages() {
      const [checkout, orders, commerce] = await Promise.all([
        call(checkoutSettings.get, {}, { signal }),
        call(ordersSettings.get, {}, { signal }),
        call(ecommerceSettings.get, { fields: [...fields] }, { signal }),
      ]);
      const items = [
        { ...checkout.checkoutSettings, id: "checkout" },
        { ...orders.ordersSettings, id: "orders" },
        { ...commerce.ecommerceSettings, id: "commerce" },
      ];
      yield { items, total: items.length };
    },
  };
}
