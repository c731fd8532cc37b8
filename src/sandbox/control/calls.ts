import type {
  sandbox as controlEndpoints,
  sandboxOrders as orderEndpoints,
  sandboxShop as shopEndpoints,
} from "../../api/services/sandbox/sandbox.ts";
import { type Decimal, decimal, moneyText } from "../../kernel/money.ts";
import { isSecretName, nearest, redacted } from "../../kernel/text.ts";
import { memberships, pluginFees } from "../cart/tables.ts";
import { checkoutOf, removeCheckout } from "../checkout/index.ts";
import { couponOf, coupons, normalizedCode } from "../discounts/discounts.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import {
  advancedClock,
  type Clock,
  clockSetting,
  parseClock,
  parseDurationField,
  parseInstant,
  saveClock,
} from "../kernel/clock.ts";
import { listDueFailures } from "../kernel/due.ts";
import { entityOf } from "../kernel/entities.ts";
import { addFault, listFaults, parseFault } from "../kernel/faults.ts";
import { seededId } from "../kernel/ids.ts";
import { publicKeyOf, signingKey } from "../kernel/keys.ts";
import { type Delivered, readEvents, recordDeliveries, withDeliveries } from "../kernel/outbox.ts";
import { documentTables, migrations } from "../kernel/schema.ts";
import { lastEvent, nextPayment, setNextPayment, storeIdentity } from "../kernel/store.ts";
import { invalid, PlatformError, type StoreTx, type Table, type Tx } from "../kernel/tx.ts";
import { zero } from "../orders/amounts.ts";
import { type Movement, orders, type StoredTransactions, transactions } from "../orders/tables.ts";
import { refundabilityReasons } from "../payments/index.ts";
import { parseShopData } from "../seed/shop-data.ts";
import { contractKind, removeContract } from "../subscriptions/index.ts";
import { type StoredOrder, orders as ticketOrders } from "../tickets/tables.ts";
import {
  addDemo,
  addOrders,
  addProducts,
  addShopData,
  addTicketOrders,
  type Control,
  type ControlHandlers,
  countDocuments,
  operator,
} from "./control.ts";
import { identityControl } from "./identity-calls.ts";
// What the sandbox does not emulate. Missing calls return 501 or 404.
import limits from "./limits.json" with { type: "json" };
import { snapshotControl } from "./snapshot-calls.ts";

/** Control handlers of orders. */
const ordersControl: ControlHandlers<typeof orderEndpoints> = {
  ledger: ({ store }, { orderId, limit }) =>
    store.read(operator, (tx) => readLedger(tx, orderId, limit ?? 100)),
  payment: ({ store }) => ({ outcome: nextPayment(store.db) ?? approved }),
  nextPayment({ store }, { outcome }) {
    const next = outcome?.trim().toUpperCase().replaceAll("-", "_") || approved;
    if (!paymentOutcomes.includes(next)) {
      const values = [...paymentOutcomes];
      throw invalid("outcome", "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
    }
    setNextPayment(store.db, next === approved ? undefined : next);
    return { outcome: next };
  },
};

const approved = "APPROVED";

/** Every outcome that some kind of payment, capture or refund has. */
const paymentOutcomes = [
  approved,
  "DECLINED",
  "AUTHORIZED",
  "OFFLINE",
  "PENDING",
  "PENDING_MERCHANT",
  "PARTIALLY_PAID",
  "CANCELED",
  "INITIATED",
  "NONE",
  "SCHEDULED",
  ...Object.keys(refundabilityReasons),
];

/** Totals per currency as decimal text, and the number of captures. */
export type LedgerTotals = {
  currency: string;
  authorized: string;
  captured: string;
  captures: number;
  voided: string;
  charged: string;
  refunded: string;
};

const moneyNames = {
  AUTHORIZED: "authorized",
  CAPTURED: "captured",
  VOIDED: "voided",
  CHARGED: "charged",
  REFUNDED: "refunded",
} as const;

/**
 * Returns the money movements of one order or all orders, at most `limit`, with totals over all of them by currency.
 * A payment that was captured twice would appear twice.
 */
function readLedger(
  tx: Tx,
  orderId: string | null | undefined,
  limit: number,
): { movements: (Movement & { orderId: string; currency: string })[]; totals: LedgerTotals[] } {
  const movements: (Movement & { orderId: string; currency: string })[] = [];
  const sums = new Map<string, Record<Movement["kind"], Decimal> & { captures: number }>();
  for (const money of moneyOf(tx, orderId)) {
    const { currency } = money;
    for (const movement of money.ledger) {
      const sum = sums.get(currency) ?? {
        AUTHORIZED: zero,
        CAPTURED: zero,
        VOIDED: zero,
        CHARGED: zero,
        REFUNDED: zero,
        captures: 0,
      };
      sums.set(currency, sum);
      sum[movement.kind] = sum[movement.kind].plus(decimal(movement.amount));
      if (movement.kind === "CAPTURED") sum.captures += 1;
      if (movements.length < limit) {
        const amount = moneyText(decimal(movement.amount), currency);
        movements.push({ ...movement, amount, orderId: money.orderId, currency });
      }
    }
  }
  const totals = [...sums].map(([currency, { captures, ...amounts }]) => {
    const texts = Object.entries(moneyNames).map(([kind, name]) => [
      name,
      moneyText(amounts[kind as Movement["kind"]], currency),
    ]);
    return {
      currency,
      ...(Object.fromEntries(texts) as Omit<LedgerTotals, "currency" | "captures">),
      captures,
    };
  });
  return { movements, totals };
}

type Money = Pick<StoredTransactions, "orderId" | "currency" | "ledger">;

/** Returns the movements of store orders, and of ticket orders by their number. */
function* moneyOf(tx: Tx, orderId: string | null | undefined): Generator<Money> {
  if (orderId !== undefined && orderId !== null) {
    const money = tx.get(transactions, orderId);
    const order = tx.get(ticketOrders, orderId);
    if (money) yield money;
    else if (order) yield ticketMoney(order);
    else if (!tx.get(orders, orderId))
      throw new PlatformError(404, "ORDER_NOT_FOUND", `There is no order ${orderId}`, { id: orderId });
    return;
  }
  yield* tx.each(transactions);
  for (const order of tx.each(ticketOrders)) yield ticketMoney(order);
}

const ticketMoney = ({ orderNumber, totalPrice, internal }: StoredOrder): Money => ({
  orderId: orderNumber,
  currency: totalPrice?.currency ?? "USD",
  ledger: internal.ledger,
});

/** The default app ID of memberships. */
const membershipApp = "3e3be251-5a9d-4b0c-8a0d-000000000001";

/** Control handlers of coupons, fees and memberships. */
const shopControl: ControlHandlers<typeof shopEndpoints> = {
  coupons: (control) => ({ coupons: shopObjects(control, coupons).map((one) => ({ ...one })) }),
  addCoupon: (control, { coupon }) => ({
    coupon: writeShop(control, (tx) => {
      const code = normalizedCode(coupon?.code ?? "");
      const known = couponOf(tx, code);
      const id = known?.id ?? newId(tx, "coupon", code);
      const given = { ...coupon, id, code, name: coupon?.name || code, used: known?.used ?? 0 };
      return { ...putShopObject(tx, coupons, given) };
    }),
  }),
  removeCoupon: (control, { id }) =>
    writeShop(control, (tx) => removeShopObject(tx, coupons, couponOf(tx, id)?.id ?? id, "coupon")),
  fees: (control) => ({ fees: shopObjects(control, pluginFees).map((one) => ({ ...one })) }),
  addFee: (control, { fee }) => ({
    fee: writeShop(control, (tx) => {
      const id = fee?.id ?? newId(tx, "fee", `${fee?.code ?? fee?.name}`);
      const source = fee?.source === "ITEM" ? "ITEM" : "SERVICE_PLUGIN";
      return { ...putShopObject(tx, pluginFees, { ...fee, id, code: fee?.code ?? "fee", source }) };
    }),
  }),
  removeFee: (control, { id }) => writeShop(control, (tx) => removeShopObject(tx, pluginFees, id, "fee")),
  memberships: (control) => ({ memberships: shopObjects(control, memberships).map((one) => ({ ...one })) }),
  addMembership: (control, { membership }) => ({
    membership: writeShop(control, (tx) => {
      const id = membership?.id ?? newId(tx, "membership", `${membership?.memberId} ${membership?.name}`);
      return {
        ...putShopObject(tx, memberships, { ...membership, id, appId: membership?.appId ?? membershipApp }),
      };
    }),
  }),
  removeMembership: (control, { id }) =>
    writeShop(control, (tx) => removeShopObject(tx, memberships, id, "membership")),
};

const shopObjects = <T>({ store }: Control, table: Table<T>): T[] =>
  store.read(operator, (tx) => [...tx.each(table)]);
const writeShop = <T>({ store }: Control, work: (tx: StoreTx) => T): T => store.write(operator, work);

/** Derives IDs from names, so that IDs of the shop's own documents do not change. */
const newId = (tx: StoreTx, kind: string, name: string): string => {
  return seededId(tx, `${kind} ${name}`);
};

function putShopObject<T extends { id: string }>(tx: StoreTx, table: Table<T>, given: object): T {
  // The input was checked before; null means absent.
  const doc = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as unknown as T;
  tx.put(table, doc.id, doc);
  return doc;
}

function removeShopObject<T>(tx: StoreTx, table: Table<T>, id: string | null | undefined, kind: string) {
  if (tx.remove(table, id ?? "")) return {};
  throw new PlatformError(404, `${kind.toUpperCase()}_NOT_FOUND`, `There is no ${kind} ${id}`, { id });
}

export const sandbox: ControlHandlers<typeof controlEndpoints> = {
  status({ store }) {
    return store.read(operator, (tx) => {
      const setting = (name: string) => tx.setting(name) ?? "";
      return {
        file: store.db.file,
        origin: store.origin,
        schemaVersion: migrations.length,
        seed: setting("seed"),
        clock: { mode: clockOf(tx).mode, now: tx.now.toISOString() },
        counts: countDocuments(store),
        catalog: catalogVersion(tx) === "V3_CATALOG" ? "v3" : "v1",
        lastEvent: lastEvent(store.db),
        faults: listFaults(store.db).length,
        dueFailures: listDueFailures(store).slice(-20),
        clientId: setting("clientId"),
        siteId: setting("siteId"),
        apiKey: setting("apiKey"),
        currency: setting("currency"),
        limits,
        identity: storeIdentity(store.db),
      };
    });
  },
  identity: ({ store }) => ({ identity: storeIdentity(store.db) }),
  documents: ({ store }, { table, contains, limit, offset }) => {
    const known = documentTables(store.db).find(({ name }) => name === table);
    if (!known) throw new PlatformError(404, "NOT_FOUND", `There is no table ${table}`);
    const condition = `FROM ${known.sql} WHERE instr(fold(doc), ?)`;
    const text = (contains ?? "").toLowerCase();
    const rows = store.db
      .prepare(`SELECT doc ${condition} ORDER BY rowid DESC LIMIT ? OFFSET ?`)
      .all<{ doc: string }>(text, limit ?? 100, offset ?? 0);
    const total = store.db
      .prepare(`SELECT count(*) AS total ${condition}`)
      .get<{ total: number }>(text)?.total;
    const secret = (key: string, value: unknown) => (isSecretName(key) ? redacted : value);
    return { documents: rows.map(({ doc }) => JSON.parse(doc, secret)), total };
  },
  async seed(control, { shop, count, catalog, orders, ticketOrders, data }) {
    const version = catalog ? (catalog === "v3" ? "V3_CATALOG" : "V1_CATALOG") : undefined;
    if (shop) addDemo(control.store, version);
    if (data !== undefined && data !== null) addShopData(control.store, parseShopData(data), version);
    const products = count ? await addProducts(control, count, version) : 0;
    const placed = orders ? await addOrders(control, orders) : products;
    const added = ticketOrders ? await addTicketOrders(control, ticketOrders) : placed;
    return { counts: countDocuments(control.store), added };
  },
  reset({ store }, { seed }) {
    store.reset(seed ?? undefined);
    return {};
  },
  stop({ stop }) {
    if (!stop)
      throw new PlatformError(
        409,
        "NOT_RUNNING",
        "Only a sandbox of its own can be stopped (till sandbox start)",
      );
    stop();
    return {};
  },
  expire({ store }, { kind, id }) {
    store.write(operator, (tx) => {
      if (kind === "checkout") removeCheckout(tx, checkoutOf(tx, id));
      else removeContract(tx, entityOf(tx, contractKind, id ?? ""));
    });
    return {};
  },
  clock(control, { set, real }) {
    if (typeof set === "string")
      return changeClock(control, () => ({ mode: "frozen", at: parseInstant(set, "set").toISOString() }));
    return changeClock(control, (clock) => (real ? { mode: "real" } : clock));
  },
  advance(control, { by }) {
    const byMs = parseDurationField(by ?? "", "by");
    return changeClock(control, (clock) => advancedClock(clock, byMs, control.store.wallTime(), "by"));
  },
  faults({ store }) {
    return { faults: listFaults(store.db) };
  },
  async fault({ store }, input) {
    const fault = input.fault ?? "";
    parseFault(fault, "fault");
    await checkRoute(input.route ?? "");
    const probability = input.probability ?? 1;
    // A chance stays until it is cleared, unless a number of calls is given.
    const times = input.times ?? (probability < 1 ? 0 : 1);
    const added = { fault, route: input.route ?? "", skip: input.skip ?? 0, times, probability };
    addFault(store.db, added, input.seed ?? 1);
    return { faults: listFaults(store.db) };
  },
  clearFaults({ store }) {
    store.db.exec("DELETE FROM fault");
    return {};
  },
  log({ store }, { limit }) {
    return { requests: store.log.read({ limit: limit ?? 20 }) };
  },
  queryLog({ store }, { filter, after, bodies, limit }) {
    return {
      requests: store.log.read({ filter, after: after ?? 0, bodies: bodies ?? false, limit: limit ?? 20 }),
    };
  },
  getLogged({ store }, { requestId }) {
    const [request] = store.log.read({ id: requestId ?? "", bodies: true, limit: 1 });
    if (!request) throw new PlatformError(404, "NOT_FOUND", `Request ${requestId} is not in the log`);
    const { first, last } = store.log.eventsOf(request.id) ?? { first: 1, last: 0 };
    return { request, events: withDeliveries(store.db, readEvents(store.db, first - 1, last - first + 1)) };
  },
  async replayLogged({ replay }, { requestId }) {
    return await replay(requestId ?? "");
  },
  events({ store }, { after, limit }) {
    return { events: withDeliveries(store.db, readEvents(store.db, after ?? 0, limit ?? 100)) };
  },
  emit({ store }, { type, entityId, payload }) {
    store.write(operator, (tx) => tx.emit(type ?? "", entityId ?? "", payload));
    return { lastEvent: lastEvent(store.db) };
  },
  async deliveries({ store }, { after, limit, types }) {
    const { signedEvents } = await import("./deliver.ts");
    return await signedEvents(store, { after: after ?? 0, limit: limit ?? 100, types: types ?? undefined });
  },
  recordDeliveries({ store }, { deliveries }) {
    const delivered = (deliveries ?? []).flatMap((one): Delivered[] => {
      const { event, url, status = null, reason = null, attempts, settled } = one ?? {};
      return event && url
        ? [{ event, url, status, reason, attempts: attempts ?? 1, settled: settled ?? true }]
        : [];
    });
    recordDeliveries(store.db, delivered, store.wallTime().toISOString());
    return {};
  },
  keys({ store }) {
    return { algorithm: "RS256", publicKey: publicKeyOf(store.write(operator, signingKey)) };
  },
  ...identityControl,
  ...shopControl,
  ...ordersControl,
  ...snapshotControl,
};

/** Throws InvalidInput if a route is part of no call's name and of no path, so that its fault would never fail a call. */
async function checkRoute(route: string): Promise<void> {
  const { calls } = await import("../../api/services/calls.ts");
  const reaches = calls.some(
    ({ name, path, public: shown, alternatives = [], fallback }) =>
      name.includes(route) ||
      [path, shown, ...alternatives, fallback?.public ?? ""].some((template) => mayContain(template, route)),
  );
  if (reaches || route.startsWith("/__till/pages/")) return;
  const names = calls.flatMap(({ name }) => [name, name.replace(/^.*\./, "")]);
  const guess = nearest(route, names);
  const question = guess === undefined ? "" : ` Did you mean ${guess}?`;
  throw invalid("route", "OTHER", `is in no call's name or path.${question}`);
}

/**
 * Returns whether a path of a template such as `/v1/orders/{id}` can contain a text. Without a slash it is an id only if it
 * has a digit: otherwise every misspelled name would be one.
 */
function mayContain(template: string, text: string): boolean {
  const [segments, parts] = [template.split("/"), text.split("/")];
  const last = parts.length - 1;
  return segments.some((_, start) =>
    parts.every((part, index) => {
      const segment = segments[start + index];
      if (segment === undefined) return false;
      if (segment.includes("{")) return last > 0 || /\d/.test(part);
      if (last === 0) return segment.includes(part);
      if (index === 0) return segment.endsWith(part);
      return index === last ? segment.startsWith(part) : segment === part;
    }),
  );
}

const clockOf = (tx: StoreTx) => parseClock(tx.setting(clockSetting));

function changeClock({ store }: Control, change: (clock: Clock) => Clock) {
  const clock = store.write(operator, (tx) => {
    const changed = change(clockOf(tx));
    saveClock(tx, changed);
    return changed;
  });
  return { mode: clock.mode, now: store.now().toISOString() };
}
