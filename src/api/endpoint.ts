import type * as z from "zod/mini";
import type { Effect, Response } from "./transport/transport.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may make a call; a profile's least identity that suffices is used. */
export type Role = "visitor" | "member" | "admin";

/** One call that the platform offers, as data. Client, sandbox, `till api` and the reference page all read it. */
export interface Endpoint<
  I extends z.core.$ZodType = z.core.$ZodType,
  R extends z.core.$ZodType = z.core.$ZodType,
> {
  method: Method;
  /** The service path as the specification writes it; `{a.b}` is the value at a.b of the input. */
  path: string;
  /** What travels to the hosted platform. */
  public: string;
  /** Other public paths that mean the same call; only the sandbox answers on them. */
  alternatives?: readonly string[];
  /** What a GET whose query exceeds 4000 characters becomes. */
  fallback?: { method: Method; public: string };
  /** For changes with a revision: the public path of the GET that shows what was changed, where it is another one. */
  readBack?: string;
  /** The query travels as one `.r` parameter once it is nested. */
  complexQuery?: boolean;
  input: I;
  result: R;
  /** Paths of the input that must be present, such as `product.name`; `box?.size` is required only if `box` is present. */
  required?: readonly string[];
  /** Groups of input paths of which exactly one must be present. */
  requiredOneOf?: readonly (readonly string[])[];
  paging?: "offset" | "cursor";
  /** For lists: where the items and the paging facts stand in the result, and where paging in the input. */
  items?: string;
  metadata?: string;
  /** Largest page size. */
  limitMax?: number;
  role: Role;
  /** Made without any identity: the token endpoint, and the sandbox's own control calls. */
  open?: boolean;
  effect: Effect;
  /** One sentence for help and the reference. */
  summary: string;
}

/** A named group of endpoints: one file, one handler file in the sandbox. */
export type Service = Readonly<Record<string, Endpoint>>;
export type Services = Readonly<Record<string, Service>>;

type Optional = "role" | "effect";
type Draft<I extends z.core.$ZodType, R extends z.core.$ZodType> = Omit<Endpoint<I, R>, Optional> &
  Partial<Pick<Endpoint, Optional>>;

/** Declares one call. Role defaults to `visitor` for reads and `admin` for writes, effect follows the method. */
export function endpoint<I extends z.core.$ZodType, R extends z.core.$ZodType>(
  draft: Draft<I, R>,
): Endpoint<I, R> {
  const effect = draft.effect ?? defaultEffect(draft);
  return { ...draft, effect, role: draft.role ?? (effect === "read" ? "visitor" : "admin") };
}

function defaultEffect({ method, path }: Pick<Endpoint, "method" | "path">): Effect {
  if (method === "GET" || /\/(query|search|count)[^/]*$/.test(path)) return "read";
  if (method === "DELETE") return "delete";
  return method === "POST" ? "add" : "set";
}

/** What travels: dates as text. */
export type WireInput<E extends Endpoint> = z.input<E["input"]>;
export type WireResult<E extends Endpoint> = z.input<E["result"]>;
/** What code holds: dates as Date. */
export type Input<E extends Endpoint> = z.output<E["input"]>;
export type Result<E extends Endpoint> = z.output<E["result"]>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Further headers of this call; those of the identity cannot be replaced. */
  headers?: Readonly<Record<string, string>>;
  /** Told of every answer as it came, refusals among them, before it is read. */
  onResponse?(response: Response): void;
}

/** Methods over a service that speak wire JSON: what commands that list or move rows use. */
export type WireClient<S extends Services> = {
  readonly [Name in keyof S]: {
    readonly [Call in keyof S[Name]]: (
      input: WireInput<S[Name][Call]>,
      options?: CallOptions,
    ) => Promise<WireResult<S[Name][Call]>>;
  };
};

/** Methods over a service that take and return dates as Date: the library door. */
export type Client<S extends Services> = {
  readonly [Name in keyof S]: {
    readonly [Call in keyof S[Name]]: (
      input: Input<S[Name][Call]>,
      options?: CallOptions,
    ) => Promise<Result<S[Name][Call]>>;
  };
};

/** The sandbox's side of a service: one function a call; the compiler names the one that is owed. */
export type Handlers<S extends Service, Tx> = {
  readonly [Call in keyof S]: (tx: Tx, input: WireInput<S[Call]>) => WireResult<S[Call]>;
};

/** Every call of some services, as `["products.query", endpoint]`, in the order written. */
export function* walk(services: Services): Generator<[name: string, endpoint: Endpoint]> {
  for (const [service, endpoints] of Object.entries(services)) {
    for (const [call, one] of Object.entries(endpoints)) yield [`${service}.${call}`, one];
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

/** The value at a dotted path, or undefined. */
export function valueAt(input: unknown, path: string): unknown {
  let value = input;
  for (const key of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
