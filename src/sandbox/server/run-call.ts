import { setImmediate } from "node:timers/promises";
import { shapeOf, unknownFields } from "../../api/schema-fields.ts";
import type { Request } from "../../api/transport/transport.ts";
import { type Violation, violation, violations } from "../../api/violations.ts";
import type { Control } from "../control/control.ts";
import { requireCatalog } from "../kernel/catalog-version.ts";
import { readInput } from "../kernel/input.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import type { Store } from "../kernel/store.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { type Caller, PlatformError } from "../kernel/tx.ts";
import { identify, requireRole } from "../services/members/tokens.ts";
import { withinEvents } from "../services/staff/index.ts";
import type { RouteMatch } from "./routes.ts";
import { failureOf, worded } from "./wording.ts";

/** A caller without a token. */
export const nobody: Caller = { role: "visitor" };

/** What a call of the platform runs with. */
interface CallRun {
  store: Store;
  doDueWork(): Promise<void>;
  /** Receives the caller; one that is set already replaces the identity of the token. */
  noted: { caller: Caller | null };
}

/**
 * Runs the handler of a call in one transaction and returns its result: identifies the caller, and checks role, catalog
 * version and input. Throws PlatformError or InvalidInput for a call that the platform rejects.
 */
export async function runCall(
  { store, doDueWork, noted }: CallRun,
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
  // Requests that arrive together are in flight at the same time.
  if (shared) await setImmediate();
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
  const visit = { caller, payment, authorization };
  return endpoint.effect === "read" ? store.read(visit, work) : store.write(visit, work);
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
  const fields = readInput({ schema: endpoint.input, params, query: search.slice(1), body });
  const input = bytes ? { ...fields, content: Buffer.from(bytes).toString("base64") } : fields;
  const unknown = service.control ? unknownFieldsOf(endpoint, input) : [];
  const found = [...unknown, ...violations(endpoint, input)];
  if (found.length > 0) throw failureOf(name, input, found) ?? new InvalidInput(worded(name, input, found));
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
