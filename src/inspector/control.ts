import type { Endpoint, WireInput, WireResult } from "../api/endpoint.ts";
import type { sandbox } from "../api/services/sandbox/sandbox.ts";

type Calls = typeof sandbox;
export type LoggedRequest = NonNullable<NonNullable<WireResult<Calls["queryLog"]>["requests"]>[number]>;
export type DomainEvent = NonNullable<NonNullable<WireResult<Calls["events"]>["events"]>[number]>;
export type Message = NonNullable<NonNullable<WireResult<Calls["mail"]>["messages"]>[number]>;
export type Fault = NonNullable<NonNullable<WireResult<Calls["faults"]>["faults"]>[number]>;

/** A control call that failed. Status 403 means that the token is missing or wrong, 0 that the sandbox does not answer. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ControlError";
    this.status = status;
  }
}

/** The method and the path of the control calls that the inspector makes. */
const routes = {
  status: "GET /status",
  queryLog: "POST /log/query",
  getLogged: "GET /log/{requestId}",
  replayLogged: "POST /log/{requestId}/replay",
  events: "GET /events",
  deliveries: "GET /deliveries",
  documents: "GET /documents/{table}",
  mail: "GET /mail",
  clearMail: "DELETE /mail",
  clock: "POST /clock",
  advance: "POST /advance",
  faults: "GET /faults",
  fault: "POST /faults",
  clearFaults: "DELETE /faults",
  payment: "GET /next-payment",
  nextPayment: "POST /next-payment",
} as const satisfies Partial<Record<keyof Calls, string>>;

type Route = keyof typeof routes;
type Of<Name extends Route> = Extract<Calls[Name], Endpoint>;

/** Makes a control call. Rejects with ControlError. */
export type Control = <Name extends Route>(
  name: Name,
  input?: WireInput<Of<Name>>,
) => Promise<WireResult<Of<Name>>>;

/** The path of the sandbox, or of its branch, that this page belongs to: empty, or such as `/@worker-1`. */
export const basePath = location.pathname.replace(/\/(__till\/?)?$/, "");

/** Returns the control calls of the sandbox that served the page. The log leaves them out. */
export function controlWith(token: string): Control {
  return async (name, input = {} as never) => {
    const [method = "", path = ""] = routes[name].split(" ");
    const left: Record<string, unknown> = { ...(input as object) };
    const filled = path.replace(/\{(\w+)\}/, (_, key: string) => {
      const value = left[key];
      delete left[key];
      return encodeURIComponent(String(value));
    });
    const given = Object.entries(left).filter(([, value]) => value !== undefined && value !== "");
    const query =
      method === "GET" ? new URLSearchParams(given.map(([key, value]) => [key, String(value)])) : "";
    const response = await fetch(`${basePath}/__till${filled}${query && `?${query}`}`, {
      method,
      headers: { "x-till-control": token, "x-till-quiet": "1", "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(Object.fromEntries(given)) : undefined,
    }).catch(() => {
      throw new ControlError(0, "The sandbox does not answer.");
    });
    const result = await response.json().catch(() => ({}));
    if (!response.ok) throw new ControlError(response.status, result.message ?? `Status ${response.status}`);
    return result;
  };
}

const tokenKey = "till control token";

/** Returns the token from the fragment of the address, which is removed from it, or the one of this tab. */
export function takeToken(): string {
  const { hash, pathname, search } = location;
  const given = new URLSearchParams(hash.slice(1)).get("token");
  if (given === null) return sessionStorage.getItem(tokenKey) ?? "";
  history.replaceState(null, "", pathname + search);
  keepToken(given);
  return given;
}

/** Keeps a token for this tab, until it is closed. */
export function keepToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}
