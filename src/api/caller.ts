import { ApiError, TillError, TransportError, UnknownOutcomeError, UsageError } from "../kernel/errors.ts";
import type { CallOptions, Endpoint } from "./endpoint.ts";
import { readBackOf } from "./read-back.ts";
import { buildRequest } from "./request.ts";
import { type CallResult, hintWhenUnknown, invalidArgumentText, readResponse } from "./response.ts";
import type { Request, Response, Transport } from "./transport/transport.ts";
import { violations } from "./violations.ts";

/** Makes one call: validates the input, sends the request and parses the response. `input` and `body` are wire JSON. */
export type Call = (
  name: string,
  endpoint: Endpoint,
  input: unknown,
  options?: CallOptions,
) => Promise<CallResult>;

/** A call that needs an identity. */
export interface NamedEndpoint {
  name: string;
  endpoint: Endpoint;
}

/** The transport and the identity of a caller. */
export interface CallerOptions {
  send: Transport;
  /** The only origin (and path prefix) that credentials are sent to. */
  baseUrl: string;
  /** Returns the headers of the identity that makes a call, including `authorization` (the bare token). */
  headersFor(call: NamedEndpoint, signal?: AbortSignal): Promise<Record<string, string>>;
  /** Called at most once per call, after a 401 for this token. Resolves with true if the call should be sent again. */
  onUnauthorized?(token: string, call: NamedEndpoint, signal?: AbortSignal): Promise<boolean>;
}

/** Returns a Call over `send`. It echoes the `X-Wix-Consistent` header of each response, so that reads see earlier writes. */
export function createCaller({ send, baseUrl, headersFor, onUnauthorized }: CallerOptions): Call {
  const home = originOf(baseUrl);
  let consistent: string | undefined;

  async function attempt(name: string, endpoint: Endpoint, input: unknown, options: CallOptions = {}) {
    const { signal, headers, upload, retries } = options;
    const placed = upload ? uploadRequest(endpoint, upload) : buildRequest(baseUrl, endpoint, input);
    if (!upload && originOf(placed.url) !== home)
      throw new UsageError(`${name}: the URL is outside ${home}; nothing was sent.`);
    const identity: Record<string, string> = endpoint.open
      ? {}
      : await headersFor({ name, endpoint }, signal);
    const request: Request = {
      ...placed,
      headers: {
        ...headers,
        accept: "application/json",
        ...(placed.body !== undefined && { "content-type": "application/json" }),
        ...(upload && { "content-type": upload.mimeType }),
        ...identity,
        ...(consistent !== undefined && { "x-wix-consistent": consistent }),
      },
      effect: endpoint.effect,
      name,
      ...(signal && { signal }),
      ...(retries !== undefined && { retries }),
    };
    const response = await send(request);
    consistent = response.headers["x-wix-consistent"] ?? consistent;
    return { response, token: identity.authorization };
  }

  return async (name, endpoint, input, options) => {
    if (!options?.upload) checkInput(endpoint, input);
    let response: Response | undefined;
    try {
      response = await exchange(name, endpoint, input, options);
      if (response.repeated && response.status === 409)
        response = await settleConflict(name, endpoint, input, response, options?.signal);
      options?.onResponse?.(response);
      return readResponse(name, endpoint, response);
    } catch (error) {
      // A 503 with Retry-After means that the platform did nothing.
      const deferred = response?.status === 503 && response.headers["retry-after"] !== undefined;
      throw deferred ? error : withUnknownOutcome(name, endpoint, error);
    }
  };

  /** Returns the read-back response if a retried update conflicts with its own first attempt, else the conflict. */
  async function settleConflict(
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
    // A wrong password is a 401 too; the token that was sent is fine.
    if (response.status !== 401 || !token || /"code":\s*"-\d+"/.test(response.body)) return response;
    if (!(await onUnauthorized?.(token, { name, endpoint }, options?.signal))) return response;
    return (await attempt(name, endpoint, input, options)).response;
  }
}

function uploadRequest({ method }: Endpoint, { url, content }: NonNullable<CallOptions["upload"]>) {
  return { method, url, bytes: content, body: undefined };
}

/** Returns UnknownOutcomeError if a call that must not be repeated may have been executed, else the error. */
function withUnknownOutcome(name: string, { effect }: Endpoint, error: unknown): unknown {
  if (effect !== "add" && effect !== "money") return error;
  const lost =
    error instanceof TransportError
      ? error.arrived === "maybe"
      : error instanceof ApiError && error.status >= 500 && error.status !== 501;
  if (!lost || !(error instanceof TillError)) return error;
  return new UnknownOutcomeError(`The outcome of ${name} is unknown: ${error.message}`, {
    hint: error.hint ?? hintWhenUnknown({ effect }),
    cause: error,
  });
}

/** Throws the platform's INVALID_ARGUMENT error if the platform would reject the input. */
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
  if (!parsed)
    throw new UsageError(`"${url}" is not a URL.`, { hint: "Use a base URL such as https://host." });
  return parsed.origin;
}
