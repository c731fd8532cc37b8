import type { Decoded, Schema, WireOf } from "./schema.ts";
import type { Effect, Response } from "./transport/transport.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The role a call needs. The lowest identity of the profile that works is used. */
export type Role = "visitor" | "member" | "admin";

/** What the owner can permit a staff member of events to do. */
export const staffScopes = [
  "CHECK_IN_GUESTS",
  "SELL_TICKETS",
  "ADD_GUESTS",
  "READ_ANALYTICS",
  "READ_GUEST_FORM",
] as const;
export type StaffScope = (typeof staffScopes)[number];

/** An identity of a profile: a role, or a staff member of events. */
export type Actor = Role | "staff";

/** A result is a JSON object. */
type ResultSchema = Schema<object>;

/** What one API call is besides its schemas, before the service that it belongs to gives it a name. */
interface Facts {
  method: Method;
  /** The service path in the specification. `{a.b}` is replaced with the value at `a.b` of the input. */
  path: string;
  /** The path on the hosted platform. */
  public: string;
  /** Other public paths of the same call, served by the sandbox only. */
  alternatives?: readonly string[];
  /** The request that replaces a GET with a query of more than 4000 characters. */
  fallback?: { method: Method; public: string };
  /** For updates with a revision: the public path of the GET that reads the entity, if it differs from `public`. */
  readBack?: string;
  /** A nested query is sent as one `.r` parameter. */
  complexQuery?: boolean;
  /** The body omits the fields in the path. Other calls repeat them. */
  bareBody?: true;
  /** Paths of the input that must be present, such as `product.name`; `box?.size` is required only if `box` is present. */
  required?: readonly string[];
  /** Groups of input paths; exactly one path of each group must be present. */
  requiredOneOf?: readonly (readonly string[])[];
  paging?: "offset" | "cursor";
  /** For lists: the paths of the items and the paging metadata in the result. */
  items?: string;
  metadata?: string;
  /** Largest page size. */
  limitMax?: number;
  /**
   * For lists: the fields that they can be filtered by, by their operators: a name of `operatorSets`, the operators themselves
   * (`$eq $in`), or `any` if they are not documented.
   */
  filter?: Readonly<Record<string, readonly string[]>>;
  /** The fields that lists can be sorted by. */
  sort?: readonly string[];
  /** The fields that searches can aggregate besides those of `filter`. */
  aggregate?: readonly string[];
  role: Role;
  /** A staff member with one of these scopes may make the call, whatever its role. */
  scopes?: readonly StaffScope[];
  /** Sent without an identity: the token endpoint and the sandbox's control calls. */
  open?: boolean;
  effect: Effect;
  /**
   * For `add`: adds to an amount, sends something, or creates an object that has a key or is worth money. After an answer it is
   * sent again only if a read shows that nothing was done; other calls that add are also repeated after a 429.
   */
  once?: true;
  /** `false`: its input and its result describe no person, unless a part of them says otherwise. */
  personal?: false;
  /**
   * The function of the official SDK that makes the call: package, module and name, then where each of its arguments is in the
   * input, as `sdkArguments` reads it.
   */
  sdk?: string;
  /** One imperative sentence for help and the reference, without a full stop. */
  summary: string;
}

/** One API call as data, before the service that it belongs to gives it a name. */
export interface EndpointDeclaration<I extends Schema = Schema, R extends ResultSchema = ResultSchema>
  extends Facts {
  input: I;
  result: R;
}

/** One API call of a service as data, read by the client, the sandbox, `till api` and the reference. */
export interface Endpoint<I extends Schema = Schema, R extends ResultSchema = ResultSchema>
  extends EndpointDeclaration<I, R> {
  /** The service and the call: `products.query`. */
  name: string;
}

/** A call with these types of its input and result. */
export type EndpointOf<I, R extends object> = Endpoint<Schema<I>, Schema<R>>;

/** A named group of endpoints, with one file here and one handler file in the sandbox. */
export type Service = Readonly<Record<string, Endpoint>>;
export type Services = Readonly<Record<string, Service>>;

type Given = "method" | "public";
type Optional = "path" | "role" | "effect";
type DraftFacts = Omit<Facts, Given | Optional> & Partial<Pick<Facts, Optional>>;
interface Draft<I, R> extends DraftFacts {
  input: I;
  result: R;
}

/** Returns the service of this name: its calls, each of which knows its own name, such as `orders.get`. */
export function service<C extends Readonly<Record<string, EndpointDeclaration>>>(name: string, calls: C) {
  const named = Object.entries(calls).map(([call, one]) => [call, { ...one, name: `${name}.${call}` }]);
  return Object.fromEntries(named) as { readonly [Call in keyof C]: C[Call] & Pick<Endpoint, "name"> };
}

/**
 * Declares one call by its method and public path. Defaults: `path` is the public path from its version on, `required`
 * lists the fields in the path, `role` is `visitor` for reads and `admin` for writes, `effect` follows the method.
 */
export function endpoint<I extends Schema, R extends ResultSchema>(
  route: `${Method} /${string}`,
  draft: Draft<I, R>,
): EndpointDeclaration<I, R> {
  const [method, open = ""] = route.split(" ") as [Method, string];
  const path = draft.path ?? open.slice(Math.max(open.search(/\/v\d/), 0));
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, field = ""]) => field);
  const required = draft.required ?? (inPath.length > 0 ? inPath : undefined);
  const effect = draft.effect ?? defaultEffect(method, path);
  const role = draft.role ?? (effect === "read" ? "visitor" : "admin");
  return { ...draft, method, path, public: open, required: required ?? draft.required, effect, role };
}

/** Returns whether a staff member with these scopes may make the call: those of a scope, and public reads. */
export const staffMay = (
  { role, effect, scopes }: Pick<Endpoint, "role" | "effect" | "scopes">,
  granted: readonly string[],
): boolean =>
  scopes ? scopes.some((scope) => granted.includes(scope)) : role === "visitor" && effect === "read";

function defaultEffect(method: Method, path: string): Effect {
  if (method === "GET" || /\/(query|search|count)[^/]*$/.test(path)) return "read";
  if (method === "DELETE") return "delete";
  return method === "POST" ? "add" : "set";
}

/** Wire JSON, with dates as text. */
export type WireInput<E extends EndpointDeclaration> = WireOf<E["input"]>;
export type WireResult<E extends EndpointDeclaration> = WireOf<E["result"]>;
/** Parsed values, with dates as Date. */
export type Input<E extends Endpoint> = Decoded<WireOf<E["input"]>>;
export type Result<E extends Endpoint> = Decoded<WireOf<E["result"]>>;

export interface CallOptions {
  /** Ends the call. Default: that of the connection. */
  signal?: AbortSignal;
  /** Ends the call as well, whatever `signal` is: its result is not needed any more. */
  stop?: AbortSignal;
  /** Additional headers. They cannot replace the headers of the identity. */
  headers?: Readonly<Record<string, string>>;
  /** Sends the content of a file to an address of the platform, without credentials, instead of the input. */
  upload?: { url: string; content: Uint8Array; mimeType: string };
  /** The maximum number of retries. Default: that of the connection. */
  retries?: number;
  /** Called with every response, errors included, before it is parsed. */
  onResponse?(response: Response): void;
}

/** The sandbox's handlers of a service: one function per call. */
export type Handlers<S extends Readonly<Record<string, EndpointDeclaration>>, Tx> = {
  readonly [Call in keyof S]: (tx: Tx, input: WireInput<S[Call]>) => WireResult<S[Call]>;
};

/** Yields every call of the services as `["products.query", endpoint]`, in declaration order. */
export function* walk(services: Services): Generator<[name: string, endpoint: Endpoint]> {
  for (const calls of Object.values(services)) {
    for (const one of Object.values(calls)) yield [one.name, one];
  }
}

/**
 * Splits a rule of `required` into the path of the field and, for `box?.size`, the path of the optional object that must be
 * present for the rule to apply.
 */
export function requiredPath(rule: string): { path: string; parent?: string } {
  const at = rule.indexOf("?.");
  return at < 0 ? { path: rule } : { path: rule.replace("?.", "."), parent: rule.slice(0, at) };
}

/** Returns the value at a dotted path, or undefined. */
export function valueAt(input: unknown, path: string): unknown {
  let value = input;
  for (const key of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
