import { setImmediate, setTimeout } from "node:timers/promises";
import { type Endpoint, type Method, valueAt } from "../../api/endpoint.ts";
import { shapeOf, unknownFields } from "../../api/schema-fields.ts";
import { type Form, matchForms, publicForms } from "../../api/services/find-call.ts";
import type { Request } from "../../api/transport/transport.ts";
import { type Violation, violation, violations } from "../../api/violations.ts";
import type { Control } from "../control/control.ts";
import type { ControlService } from "../control/index.ts";
import { requireCatalog } from "../kernel/catalog-version.ts";
import { readRequestInput } from "../kernel/input.ts";
import { lags } from "../kernel/list-lag.ts";
import type { EventRange } from "../kernel/outbox.ts";
import type { Store } from "../kernel/store.ts";
import { type Caller, InvalidInput, PlatformError, type StoreTx } from "../kernel/tx.ts";
import { identify, requireRole } from "../members/tokens.ts";
import type { LoadedService, ServiceLoader } from "../registry.ts";
import { withinEvents } from "../staff/index.ts";

/** A caller without a token. */
export const nobody: Caller = { role: "visitor" };

/** What a call of the platform runs with. */
interface CallRun {
  store: Store;
  doDueWork(): Promise<void>;
  /** Returns how many requests have reached the server and are not read yet. */
  incoming(): number;
  /** Receives the caller; one that is set already replaces the identity of the token. */
  noted: { caller: Caller | null; events?: EventRange };
}

/**
 * Runs the handler of a call in one transaction and returns its result: identifies the caller, and checks role, catalog
 * version and input. Throws PlatformError or InvalidInput for a call that the platform rejects.
 */
export async function runCall(
  { store, doDueWork, incoming, noted }: CallRun,
  route: RouteMatch,
  search: string,
  request: Request,
): Promise<unknown> {
  const { service, call, endpoint, params, name } = route;
  const handler = service.handlers?.[call];
  if (!handler)
    throw new PlatformError(501, "NOT_EMULATED", `The sandbox does not emulate ${name}`, { params });
  const shared = endpoint.effect === "read" ? undefined : service.sharedRevision;
  const arrived = shared && store.read({ caller: nobody }, shared.of);
  if (shared) await takeTime(store.read({ caller: nobody }, shared.duration), incoming);
  await doDueWork();
  const { authorization, "x-sandbox-payment": payment } = request.headers;
  const caller = endpoint.open
    ? nobody
    : (noted.caller ?? store.read({ caller: nobody }, (tx) => identify(tx, authorization)));
  noted.caller = caller;
  if (!endpoint.open) requireRole(caller, endpoint);
  const { catalog } = service;
  if (catalog) store.read({ caller }, (tx) => requireCatalog(tx, catalog, name.split(".")[0] ?? ""));
  const input = checkedInput(route, search, request);
  const work = (tx: StoreTx) => {
    if (shared && shared.of(tx) !== arrived) throw shared.conflict();
    return withinEvents(caller, endpoint, input, () => handler(tx, input as never));
  };
  const onEvents = (events: EventRange) => {
    noted.events = events;
  };
  const visit = { caller, payment, authorization, onEvents, lags: true };
  if (endpoint.effect !== "read") return store.write(visit, work);
  return lags(call) ? store.readLate(visit, work) : store.read(visit, work);
}

/**
 * Takes the time of a write, in which others collide with it. Milliseconds are counted one by one, and requests that have
 * reached the server are read first: on a busy computer a write takes longer, so that the same requests collide.
 */
async function takeTime(duration: number, incoming: () => number): Promise<void> {
  for (let passed = 0; passed < duration; passed += 1) await setTimeout(1);
  // A connection that never sends its request must not hold the write for good.
  let patience = 500;
  do {
    for (; patience > 0 && incoming() > 0; patience -= 1) await setTimeout(1);
    // A turn to accept connections, one to read what they sent, and one to route it.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  } while (patience > 0 && incoming() > 0);
}

/** Runs a control call and returns its result. Throws InvalidInput for fields that it does not have. */
export async function runControlCall(
  control: Control,
  route: RouteMatch,
  search: string,
  request: Request,
): Promise<unknown> {
  const input = checkedInput(route, search, request);
  return await route.service.control?.[route.call]?.(control, input as never);
}

function checkedInput(route: RouteMatch, search: string, { body, bytes }: Request): unknown {
  const { service, endpoint, params, name } = route;
  const fields = readRequestInput({ schema: endpoint.input, params, query: search.slice(1), body });
  const input = bytes ? { ...fields, content: Buffer.from(bytes).toString("base64") } : fields;
  const unknown = service.control ? unknownFieldsOf(endpoint, input) : [];
  const found = [...unknown, ...violations(endpoint, input)];
  if (found.length > 0)
    throw failureOf(name, input, found) ?? new InvalidInput(withPlatformTexts(name, input, found));
  return input;
}

/** The platform ignores unknown fields. Control calls reject them, because a mistyped field would have no effect. */
function unknownFieldsOf({ input: schema }: RouteMatch["endpoint"], input: unknown): Violation[] {
  const known = Object.keys(shapeOf(schema));
  const list = known.length > 0 ? `the fields are ${known.join(", ")}` : "it has no fields";
  return [...unknownFields(schema, input)].map(({ field, suggestion }) => {
    const help = suggestion === undefined ? list : `did you mean ${suggestion}?`;
    return violation(field, "VALIDATION", `is not a field of this call; ${help}`, { suggestion });
  });
}

/** A loaded service of the platform or of control calls. */
export type RoutedService = LoadedService & Partial<Pick<ControlService, "control">>;

interface Route {
  service: RoutedService;
  /** The name of the call within its service. */
  call: string;
  /** Such as `products.query`. */
  name: string;
  endpoint: Endpoint;
  forms: readonly Form[];
}

/** The call of a request, and the values in its path. */
export interface RouteMatch extends Route {
  params: Readonly<Record<string, string>>;
}

export interface Routes {
  /** Finds the call for a method and a path; undefined if there is none. */
  find(method: string, path: string): Promise<RouteMatch | undefined>;
  /** Loads a service by name; undefined if there is none. */
  load(name: string): Promise<RoutedService | undefined>;
}

/** Routes requests to services. Each service is loaded once, on the first request below one of its prefixes. */
export function createRoutes(loaders: readonly ServiceLoader<RoutedService>[]): Routes {
  const loaded = new Map<string, Promise<Route[]>>();
  const byFirst = Map.groupBy(
    loaders.flatMap((loader) =>
      [...new Set(loader.prefixes.map(firstSegment))].map((first) => ({ first, loader })),
    ),
    ({ first }) => first,
  );
  const routesOf = (loader: ServiceLoader<RoutedService>) => {
    const known = loaded.get(loader.name);
    if (known) return known;
    const loading = loader.load().then((service) =>
      Object.entries(service.endpoints).map(([call, endpoint]) => ({
        service,
        call,
        name: `${loader.name}.${call}`,
        endpoint,
        forms: formsOf(endpoint),
      })),
    );
    loaded.set(loader.name, loading);
    return loading;
  };

  /** The routes of paths without values, of which there are only so many. */
  const found = new Map<string, RouteMatch>();
  return {
    async find(method, path) {
      const key = `${method} ${path}`;
      const known = found.get(key);
      if (known) return known;
      const near = byFirst.get(firstSegment(path))?.map(({ loader }) => loader) ?? [];
      for (const group of nearest(near, path)) {
        const routes = (await Promise.all(group.map(routesOf))).flat();
        const [best] = matchForms(routes, ({ forms }) => forms, method, path);
        if (best === undefined) continue;
        const route = { ...best.call, params: best.params };
        if (Object.keys(best.params).length === 0) found.set(key, route);
        return route;
      }
      return undefined;
    },
    async load(name) {
      const loader = loaders.find((one) => one.name === name);
      return loader && (await routesOf(loader))[0]?.service;
    },
  };
}

/** Returns the first segment of a path: `stores` of `/stores/v1/products`. */
const firstSegment = (path: string) => path.split("/", 2)[1] ?? "";

/** Groups the loaders with a prefix of the path, longest prefix first: most requests need the first group only. */
function nearest<T extends ServiceLoader<unknown>>(loaders: readonly T[], path: string): T[][] {
  const groups = new Map<number, T[]>();
  for (const loader of loaders) {
    const fitting = loader.prefixes.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    if (fitting.length === 0) continue;
    const longest = Math.max(...fitting.map(({ length }) => length));
    groups.set(longest, [...(groups.get(longest) ?? []), loader]);
  }
  return [...groups].sort(([one], [other]) => other - one).map(([, group]) => group);
}

/**
 * Older clients POST the queries that newer ones GET. A fallback on a path of its own means that a POST to the first
 * path is another call.
 */
function formsOf(endpoint: Endpoint): Form[] {
  const { method, public: path, alternatives = [], fallback, paging } = endpoint;
  const older = method === "GET" && paging && (!fallback || fallback.public === path);
  const posts = older ? [path, ...alternatives].map((one): Form => ["POST" satisfies Method, one]) : [];
  return [...publicForms(endpoint), ...posts];
}

/** A text of the live platform for violations of a field. */
interface Wording {
  /** The calls, by the name of their service. */
  service: string;
  field: RegExp;
  /** Which violations have the text: a missing field, an unknown enumeration value, or a value of a wrong JSON type. */
  of: readonly ("missing" | "enum" | "type")[];
  text: string;
}

/** The live platform's texts where they differ from the general ones. An unknown enumeration value counts as missing. */
const wordings: readonly Wording[] = [
  {
    service: "events",
    field: /^event\.location\.type$/,
    of: ["enum"],
    text: "type enum must be in [VENUE(0), ONLINE(1)]",
  },
  {
    service: "events",
    field: /^event\.registration(\.initialType)?$/,
    of: ["missing", "enum"],
    // The platform lists its internal names here; TICKETING is the accepted one.
    text: "initialType is unexpected. Expected: [RSVP,TICKETS,RSVP_AND_TICKETS]",
  },
  {
    service: "ticketDefinitions",
    field: /\.feeType$/,
    of: ["missing", "enum"],
    text: "feeType value is required",
  },
  { service: "ticketDefinitions", field: /\.value$/, of: ["type"], text: "Unexpected value for field value" },
  {
    service: "discountRules",
    field: /\.(percentage|fixedAmount|fixedPrice|from|to)$/,
    of: ["type"],
    text: "Unexpected value for StringValue",
  },
];

/** The live platform's texts for a value of a wrong JSON type, by what it expected. */
const expectations: Readonly<Record<string, string>> = {
  "an object": "Expected an object",
  text: "Expected a string.",
  "a list": "Expected an array",
  "a number": "Expected a number",
  "true or false": "Expected a boolean",
};

/** Returns the violations of a call's input as the live platform reports them. */
export function withPlatformTexts(
  call: string,
  input: unknown,
  violations: readonly Violation[],
): Violation[] {
  const [service] = call.split(".");
  const own = wordings.filter((wording) => wording.service === service);
  const reported = new Map<string, Violation>();
  for (const given of violations) {
    const found = nearestMissing(input, given);
    const special = own.find(({ field, of }) => field.test(found.field) && of.some(is(found)));
    const description = special?.text ?? typeText(found) ?? found.description;
    reported.set(`${found.field} ${description}`, { ...found, description });
  }
  return [...reported.values()];
}

/**
 * Returns the failure of the live platform for some invalid input of a call, or undefined: it fails on an empty
 * `catalogItemId` that is added to a cart of API v1, instead of rejecting it.
 */
function failureOf(call: string, input: unknown, violations: readonly Violation[]) {
  if (!/^(carts|currentCart)\.addToCart$/.test(call)) return undefined;
  const isEmptyId = ({ field }: Violation) =>
    field.endsWith(".catalogItemId") && valueAt(input, indexed(field)) === "";
  if (!violations.some(isEmptyId)) return undefined;
  const message = "catalogItemId has size 0, expected 1 or more";
  return new PlatformError(500, "INTERNAL", message, {});
}

/** Moves the violation of a missing field to the outermost object that is missing: `price`, not `price.actualPrice.amount`. */
function nearestMissing(input: unknown, found: Violation): Violation {
  if (found.violatedRule !== "REQUIRED_FIELD") return found;
  const keys = found.field.split(".");
  const paths = keys.map((_, index) => keys.slice(0, index + 1).join("."));
  const missing = paths.find((path) => valueAt(input, indexed(path)) == null);
  return { ...found, field: missing ?? found.field };
}

/** Returns a path with list indexes as keys: `lines.0.id` for `lines[0].id`. */
const indexed = (path: string) => path.replace(/\[(\d+)\]/g, ".$1");

const typeText = ({ data }: Violation) =>
  data.type === "JSON_TYPE" ? expectations[String(data.expected)] : undefined;

const is = (found: Violation) => (kind: Wording["of"][number]) =>
  kind === "missing"
    ? found.violatedRule === "REQUIRED_FIELD"
    : kind === "enum"
      ? found.violatedRule === "INVALID_ENUM_VALUE"
      : found.data.type === "JSON_TYPE";
