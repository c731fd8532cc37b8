import { exitCodes, TillError, TransportError } from "../../kernel/errors.ts";
import { sortedJson } from "../../kernel/json.ts";
import { redact } from "../../kernel/text.ts";
import type { Endpoint } from "../endpoint.ts";
import { type Fakes, maskInput, maskResult, oneText } from "../personal-data.ts";
import { findEndpoint } from "../services/index.ts";
import type { Request, Response, Transport } from "./transport.ts";

/** The start of one command on a tape. */
export interface TapeRun {
  /** The command line, without secrets and personal data. */
  run: readonly string[];
  version: string;
  /** The platform's base URL. */
  baseUrl: string;
  siteId: string;
}

/** One exchange on a tape, without secrets and personal data. */
export interface TapeExchange {
  call: string;
  method: string;
  /** Path and query. */
  path: string;
  input?: unknown;
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Set if there was no response. */
  error?: { message: string; arrived: "no" | "maybe"; code: string };
}

/** A line of a tape. */
export type TapeLine = TapeRun | TapeExchange;

/** The response headers that change what a command does. */
const keptHeaders = ["content-type", "retry-after", "x-wix-request-id", "x-wix-error-code", "date"];

/** Returns a Transport that appends every exchange to a tape, without secrets, and with `fakes` for personal data. */
export function withRecording(
  send: Transport,
  append: (line: TapeExchange) => void,
  fakes: Fakes,
): Transport {
  return async (request) => {
    const endpoint = await findEndpoint(request.name);
    const sent = toExchange(request, endpoint, fakes);
    try {
      const response = await send(request);
      const { status } = response;
      const kept = keptHeaders.flatMap((name) => {
        const value = response.headers[name];
        return value === undefined ? [] : [[name, value]];
      });
      const body = clean(maskResult(endpoint, parsed(response.body), fakes, status >= 400));
      append({ ...sent, status, headers: Object.fromEntries(kept), body });
      return response;
    } catch (error) {
      if (error instanceof TransportError) {
        const { message, arrived, code } = error;
        append({ ...sent, error: { message: redact(message), arrived, code } });
      }
      throw error;
    }
  };
}

/**
 * Returns a Transport that answers from a tape and sends nothing. Requests match by call and input, where personal data and
 * times match any; the first recording of the same command line comes first. Repeated requests get the next recording of
 * the same request; a read gets the last one again. Rejects with TillError for a request that the tape does not have.
 */
export function replaying(lines: readonly TapeLine[], run: readonly string[], file: string): Transport {
  const exchanges = Map.groupBy(sortedFor(lines, run), ({ call }) => call);
  const recorded = new Map<string, Map<string, TapeExchange[]>>();
  const used = new Map<string, number>();
  return async (request) => {
    const { name } = request;
    const endpoint = await findEndpoint(name);
    const ofCall =
      recorded.get(name) ?? Map.groupBy(exchanges.get(name) ?? [], (one) => keyOf(one, endpoint));
    recorded.set(name, ofCall);
    const key = keyOf(toExchange(request, endpoint, anything), endpoint);
    const found = ofCall.get(key) ?? [];
    const index = used.get(key) ?? 0;
    const exchange = found[index] ?? (request.effect === "read" ? found.at(-1) : undefined);
    if (exchange === undefined) throw notOnTape(request, file, found.length > 0);
    used.set(key, index + 1);
    return answer(exchange);
  };
}

/** Returns the exchanges: those of the first run with the same command line, then the others. */
function sortedFor(lines: readonly TapeLine[], run: readonly string[]): TapeExchange[] {
  const wanted = JSON.stringify(run);
  const same: TapeExchange[] = [];
  const others: TapeExchange[] = [];
  let into = others;
  let found = false;
  for (const line of lines) {
    if ("run" in line) {
      into = !found && JSON.stringify(line.run) === wanted ? same : others;
      found ||= into === same;
    } else if ("call" in line) into.push(line);
  }
  return [...same, ...others];
}

function answer({ status, headers = {}, body, error }: TapeExchange): Response {
  if (error) throw new TransportError(error.message, error.arrived, { code: error.code });
  return {
    status: status ?? 200,
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body ?? {}),
  };
}

function notOnTape(request: Request, file: string, ended: boolean): TillError {
  const what = ended ? "no further response to this request" : "no such request";
  const why = `${request.name}: ${file} has ${what} (${request.method} ${redact(request.url)}).`;
  return new TillError(exitCodes.failure, why, {
    code: "NOT_ON_TAPE",
    hint: "Run the command that was recorded, with the same arguments. Nothing was sent.",
  });
}

const anything = oneText("*");
const times = /"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)"/g;

/** Returns what identifies a request. */
function keyOf({ call, method, path, input }: TapeExchange, endpoint: Endpoint | undefined): string {
  const plain = sortedJson(maskInput(endpoint, input ?? null, anything)).replace(times, '"*"');
  return `${call} ${method} ${maskQuery(path, endpoint, anything)} ${plain}`;
}

function toExchange(
  { name, method, url, body }: Request,
  endpoint: Endpoint | undefined,
  fakes: Fakes,
): TapeExchange {
  const { pathname, search } = new URL(url);
  const sent = { call: name, method, path: redact(maskQuery(pathname + search, endpoint, fakes)) };
  return body === undefined ? sent : { ...sent, input: clean(maskInput(endpoint, parsed(body), fakes)) };
}

/** Masks the values of a query string, which may be JSON. */
function maskQuery(path: string, endpoint: Endpoint | undefined, fakes: Fakes): string {
  const [pathname = "", search] = path.split("?");
  if (search === undefined) return pathname;
  const masked = [...new URLSearchParams(search)].map(([name, value]): [string, string] => {
    // A nested query is one parameter.
    const isWhole = name === ".r";
    const input = isWhole ? parsed(value) : { [name]: parsed(value) };
    const safe = maskInput(endpoint, input, fakes) as Record<string, unknown>;
    const shown = isWhole ? safe : Object.values(safe)[0];
    return [name, typeof shown === "string" ? shown : JSON.stringify(shown)];
  });
  return `${pathname}?${new URLSearchParams(masked)}`;
}

/** Returns a body without secrets. */
const clean = (body: unknown): unknown => parsed(redact(JSON.stringify(body)));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
