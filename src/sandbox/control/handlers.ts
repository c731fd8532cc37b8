import type { WireInput, WireResult } from "../../api/endpoint.ts";
import type { sandbox as endpoints } from "../../api/services/sandbox/sandbox.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import {
  advancedClock,
  type Clock,
  clockSetting,
  parseClock,
  parseDuration,
  parseInstant,
  saveClock,
} from "../kernel/clock.ts";
import { listDueFailures } from "../kernel/due.ts";
import { addFault, listFaults, parseFault } from "../kernel/faults.ts";
import { publicKeyOf, signingKey } from "../kernel/keys.ts";
import { readEvents } from "../kernel/outbox.ts";
import { migrations } from "../kernel/schema.ts";
import { identityOf, lastEvent } from "../kernel/store.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { PlatformError } from "../kernel/tx.ts";
import { parseShopData } from "../seed/shop-data.ts";
import {
  addDemo,
  addOrders,
  addProducts,
  addShopData,
  addTicketOrders,
  type Control,
  countDocuments,
  operator,
} from "./control.ts";
import { identityControl } from "./identity.ts";
import { limits } from "./limits.ts";
import { ordersControl } from "./orders.ts";
import { shopControl } from "./shop.ts";
import { snapshotControl } from "./snapshots.ts";

type Calls = typeof endpoints;
type Controls = {
  readonly [Call in keyof Calls]: (
    control: Control,
    input: WireInput<Calls[Call]>,
  ) => WireResult<Calls[Call]> | Promise<WireResult<Calls[Call]>>;
};

export const sandbox: Controls = {
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
        limits: [...limits],
        identity: identityOf(store.db),
      };
    });
  },
  identity: ({ store }) => ({ identity: identityOf(store.db) }),
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
  clock(control, { set, real }) {
    if (set)
      return changeClock(control, () => ({ mode: "frozen", at: parseInstant(set, "set").toISOString() }));
    return changeClock(control, (clock) => (real ? { mode: "real" } : clock));
  },
  advance(control, { by }) {
    const byMs = parseDuration(by ?? "", "by");
    return changeClock(control, (clock) => advancedClock(clock, byMs));
  },
  faults({ store }) {
    return { faults: listFaults(store.db) };
  },
  fault({ store }, input) {
    const fault = input.fault ?? "";
    parseFault(fault, "fault");
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
  log({ log }, { limit }) {
    return { requests: log.read({ limit: limit ?? 20 }) };
  },
  queryLog({ log }, { filter, after, bodies, limit }) {
    return { requests: log.read({ filter, after: after ?? 0, bodies: bodies ?? false, limit: limit ?? 20 }) };
  },
  getLogged({ log }, { requestId }) {
    const [request] = log.read({ id: requestId ?? "", bodies: true, limit: 1 });
    if (!request) throw new PlatformError(404, "NOT_FOUND", `Request ${requestId} is not in the log`);
    return { request };
  },
  async replayLogged({ replay }, { requestId }) {
    return await replay(requestId ?? "");
  },
  events({ store }, { after, limit }) {
    return { events: readEvents(store.db, after ?? 0, limit ?? 100) };
  },
  emit({ store }, { type, entityId, payload }) {
    store.write(operator, (tx) => tx.emit(type ?? "", entityId ?? "", payload));
    return { lastEvent: lastEvent(store.db) };
  },
  async deliveries({ store }, { after, limit, types }) {
    const { signedEvents } = await import("./deliver.ts");
    return await signedEvents(store, { after: after ?? 0, limit: limit ?? 100, types: types ?? undefined });
  },
  keys({ store }) {
    return { algorithm: "RS256", publicKey: publicKeyOf(store.write(operator, signingKey)) };
  },
  ...identityControl,
  ...shopControl,
  ...ordersControl,
  ...snapshotControl,
};

const clockOf = (tx: StoreTx) => parseClock(tx.setting(clockSetting));

function changeClock({ store }: Control, change: (clock: Clock) => Clock) {
  const clock = store.write(operator, (tx) => {
    const changed = change(clockOf(tx));
    saveClock(tx, changed);
    return changed;
  });
  return { mode: clock.mode, now: store.now().toISOString() };
}
