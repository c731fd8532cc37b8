import { ApiError, TillError, TransportError, UnknownOutcomeError, UsageError } from "../kernel/errors.ts";
import { noteWrite } from "../kernel/last-write.ts";
import type { CallOptions, Endpoint, WireInput, WireResult } from "./endpoint.ts";
import type { FilterField } from "./query/filter.ts";
import { readBackOf } from "./read-back.ts";
import { buildRequest } from "./request.ts";
import {
  hintWhenUnknown,
  invalidArgumentText,
  isFromPlatform,
  isProvisioning,
  isThrottled,
  readResponse,
  requestIdOf,
} from "./response.ts";
import type { Request, Response, Transport } from "./transport/transport.ts";
import { violations } from "./violations.ts";

/**
 * Makes one call: validates the input, sends the request and returns the result. Input and result are wire JSON.
 * For what the response says besides, see `onResponse` of the options.
 */
export interface Call {
  <E extends Endpoint>(endpoint: E, input: WireInput<E>, options?: CallOptions): Promise<WireResult<E>>;
  /** Returns the fields that a list can be filtered by besides its own. The platform cannot join; the local copy can. */
  joined?(endpoint: Endpoint): readonly FilterField[];
}

/** The transport and the identity of a caller. */
export interface CallerOptions {
  send: Transport;
  /** The only origin (and path prefix) that credentials are sent to. */
  baseUrl: string;
  /** Returns the headers of the identity that makes a call, including `authorization` (the bare token). */
  headersFor(endpoint: Endpoint, signal?: AbortSignal): Promise<Record<string, string>>;
  /** Called at most once per call, after a 401 for this token. Resolves with true if the call should be sent again. */
  onUnauthorized?(token: string, endpoint: Endpoint, signal?: AbortSignal): Promise<boolean>;
}

/** Returns a Call over `send`. It echoes the `X-Wix-Consistent` header of each response, so that reads see earlier writes. */
export function createCaller({ send, baseUrl, headersFor, onUnauthorized }: CallerOptions): Call {
  const home = originOf(baseUrl);
  let consistent: string | undefined;

  async function attempt(endpoint: Endpoint, input: unknown, options: CallOptions = {}) {
    const { stop, headers, upload, retries } = options;
    const signal =
      stop && options.signal ? AbortSignal.any([options.signal, stop]) : (options.signal ?? stop);
    const placed = upload ? uploadRequest(endpoint, upload) : buildRequest(baseUrl, endpoint, input);
    if (!upload && originOf(placed.url) !== home)
      throw new UsageError(`${endpoint.name}: the URL is outside ${home}; nothing was sent.`);
    const identity: Record<string, string> = endpoint.open ? {} : await headersFor(endpoint, signal);
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
      name: endpoint.name,
      once: endpoint.once,
      signal,
      retries,
    };
    const response = await send(request);
    if (endpoint.effect !== "read")
      noteWrite({ requestId: requestIdOf(response), repeated: response.repeated });
    consistent = response.headers["x-wix-consistent"] ?? consistent;
    return { response, token: identity.authorization };
  }

  return async (endpoint, input, options) => {
    if (!options?.upload) checkInput(endpoint, input);
    let response: Response | undefined;
    try {
      response = await exchange(endpoint, input, options);
      if (response.repeated && response.status === 409)
        response = await settleConflict(endpoint, input, response, options?.signal);
      options?.onResponse?.(response);
      return readResponse(endpoint, response, input);
    } catch (error) {
      throw withUnknownOutcome(endpoint, error, response);
    }
  };

  /** Returns the read-back response if a retried update conflicts with its own first attempt, else the conflict. */
  async function settleConflict(
    endpoint: Endpoint,
    input: unknown,
    conflict: Response,
    signal?: AbortSignal,
  ): Promise<Response> {
    const back = readBackOf(endpoint, input);
    if (back === undefined) return conflict;
    const present = await exchange(back.endpoint, back.input, signal && { signal });
    return back.shows(present) ? present : conflict;
  }

  async function exchange(endpoint: Endpoint, input: unknown, options?: CallOptions) {
    const { response, token } = await attempt(endpoint, input, options);
    // A wrong password is a 401 too; the token that was sent is fine.
    if (response.status !== 401 || !token || /"code":\s*"-\d+"/.test(response.body)) return response;
    if (addsMore(endpoint) && !provesNothingDone(endpoint, response)) return response;
    if (!(await onUnauthorized?.(token, endpoint, options?.signal))) return response;
    return (await attempt(endpoint, input, options)).response;
  }
}

function uploadRequest({ method }: Endpoint, { url, content }: NonNullable<CallOptions["upload"]>) {
  return { method, url, bytes: content, body: undefined };
}

/** Makes a call and returns its result with the platform's request ID. */
export async function callWithRequestId<E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: WireInput<E>,
  options?: CallOptions,
): Promise<{ result: WireResult<E>; requestId: string | undefined }> {
  let requestId: string | undefined;
  const result = await call(endpoint, input, {
    ...options,
    onResponse(response) {
      requestId = requestIdOf(response);
      options?.onResponse?.(response);
    },
  });
  return { result, requestId };
}

const addsMore = ({ effect }: Endpoint) => effect === "add" || effect === "money";

/** Returns UnknownOutcomeError if a call that adds or moves money may have been executed, else the error. */
function withUnknownOutcome(endpoint: Endpoint, error: unknown, response: Response | undefined): unknown {
  const { name, effect } = endpoint;
  if (!addsMore(endpoint)) return error;
  const isOpen =
    error instanceof TransportError
      ? error.arrived === "maybe"
      : error instanceof ApiError && response !== undefined && !provesNothingDone(endpoint, response);
  if (!isOpen || !(error instanceof TillError)) return error;
  const hint = error instanceof TransportError ? error.hint : undefined;
  return new UnknownOutcomeError(`The outcome of ${name} is unknown: ${error.message}`, {
    hint: hint ?? hintWhenUnknown({ effect }),
    cause: error,
  });
}

/**
 * Returns whether an error response to a call that adds or moves money proves that nothing was done: a read has shown it, or the
 * platform itself refused the call. A gateway's page or an empty object proves nothing, nor does a rate limit. Of calls that
 * may be repeated after a 429, every status below 500 is believed.
 */
function provesNothingDone({ effect, once }: Pick<Endpoint, "effect" | "once">, response: Response): boolean {
  const { status } = response;
  if (response.undone) return true;
  if (effect === "add" && (!once || isProvisioning(response))) return status < 500 || status === 501;
  const refuses = status === 200 || status === 501 || (status >= 400 && status < 500);
  return refuses && !unclear.has(status) && !isThrottled(response) && isFromPlatform(response);
}

/** Statuses that say that a request was not received as a whole, or too early. */
const unclear: ReadonlySet<number> = new Set([408, 425]);

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
