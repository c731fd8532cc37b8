import { ApiError, TillError, TransportError, UnknownOutcomeError, UsageError } from "../kernel/errors.ts";
import type { CallOptions, Endpoint, Role } from "./endpoint.ts";
import { readBackOf } from "./read-back.ts";
import { placeCall } from "./request.ts";
import { type Answer, hintWhenUnknown, invalidArgumentText, readAnswer } from "./response.ts";
import type { Request, Response, Transport } from "./transport/transport.ts";
import { violations } from "./violations.ts";

/** Makes one call: checks the input, sends it, reads the answer. `input` and `body` are wire JSON. */
export type Call = (
  name: string,
  endpoint: Endpoint,
  input: unknown,
  options?: CallOptions,
) => Promise<Answer>;

/** What a caller needs to know of the outside. */
export interface CallerOptions {
  send: Transport;
  /** The one origin (and path prefix) that credentials travel to. */
  baseUrl: string;
  /** Headers of the identity that serves a role, `authorization` (the bare token) among them. */
  headersFor(role: Role, signal?: AbortSignal): Promise<Record<string, string>>;
  /** Told once a call of a 401 for this token; true where other headers are worth one more try. */
  onUnauthorized?(token: string, role: Role, signal?: AbortSignal): Promise<boolean>;
}

/** A Call over `send`. It remembers `X-Wix-Consistent` of every answer and echoes it, so that reads see own writes. */
export function createCaller({ send, baseUrl, headersFor, onUnauthorized }: CallerOptions): Call {
  const home = originOf(baseUrl);
  let consistent: string | undefined;

  async function attempt(name: string, endpoint: Endpoint, input: unknown, options: CallOptions = {}) {
    const { signal, headers } = options;
    const placed = placeCall(baseUrl, endpoint, input);
    if (originOf(placed.url) !== home)
      throw new UsageError(`${name}: the address leaves ${home}; nothing was sent.`);
    const identity: Record<string, string> = endpoint.open ? {} : await headersFor(endpoint.role, signal);
    const request: Request = {
      ...placed,
      headers: {
        ...headers,
        accept: "application/json",
        ...(placed.body !== undefined && { "content-type": "application/json" }),
        ...identity,
        ...(consistent !== undefined && { "x-wix-consistent": consistent }),
      },
      effect: endpoint.effect,
      name,
      ...(signal && { signal }),
    };
    const response = await send(request);
    consistent = response.headers["x-wix-consistent"] ?? consistent;
    return { response, token: identity.authorization };
  }

  return async (name, endpoint, input, options) => {
    checkInput(endpoint, input);
    let response: Response | undefined;
    try {
      response = await exchange(name, endpoint, input, options);
      if (response.repeated && response.status === 409)
        response = await madeAlready(name, endpoint, input, response, options?.signal);
      options?.onResponse?.(response);
      return readAnswer(name, endpoint, response);
    } catch (error) {
      // "Come back later" is an answer: nothing was done.
      const turnedAway = response?.status === 503 && response.headers["retry-after"] !== undefined;
      throw turnedAway ? error : unsettled(name, endpoint, error);
    }
  };

  /** A conflict with a first try of our own whose answer was lost is no conflict; any other one stays what it is. */
  async function madeAlready(
    name: string,
    endpoint: Endpoint,
    input: unknown,
    conflict: Response,
    signal?: AbortSignal,
  ): Promise<Response> {
    const back = readBackOf(endpoint, input);
    if (back === undefined) return conflict;
    const present = await exchange(name, back.endpoint, back.input, signal && { signal });
    return back.shows(present) ? present : conflict;
  }

  async function exchange(name: string, endpoint: Endpoint, input: unknown, options?: CallOptions) {
    const { response, token } = await attempt(name, endpoint, input, options);
    if (response.status !== 401 || !token) return response;
    if (!(await onUnauthorized?.(token, endpoint.role, options?.signal))) return response;
    return (await attempt(name, endpoint, input, options)).response;
  }
}

/** What must not be repeated and may have been carried out has an unknown outcome; any other error stays what it is. */
function unsettled(name: string, { effect }: Endpoint, error: unknown): unknown {
  if (effect !== "add" && effect !== "money") return error;
  const lost =
    error instanceof TransportError
      ? error.arrived === "maybe"
      : error instanceof ApiError && error.status >= 500 && error.status !== 501;
  if (!lost || !(error instanceof TillError)) return error;
  return new UnknownOutcomeError(`Nobody knows whether ${name} was carried out: ${error.message}`, {
    hint: error.hint ?? hintWhenUnknown({ effect }),
    cause: error,
  });
}

/** Throws INVALID_ARGUMENT, as the platform would, for an input that it would refuse. */
export function checkInput(endpoint: Endpoint, input: unknown): void {
  const found = violations(endpoint, input);
  if (found.length === 0) return;
  const fields = found.map(({ field }) => field).sort();
  throw new ApiError(invalidArgumentText(found), {
    status: 400,
    code: "INVALID_ARGUMENT",
    field: fields[0],
    details: { validationError: { fieldViolations: found } },
    hint: "Nothing was sent.",
  });
}

function originOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) throw new UsageError(`"${url}" is not a URL.`, { hint: "Give the base URL as https://host." });
  return parsed.origin;
}
