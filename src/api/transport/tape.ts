import { exitCodes, TillError, TransportError } from "../../kernel/errors.ts";
import { sortedJson } from "../../kernel/json.ts";
import { redact } from "../../kernel/text.ts";
import { type Mask, maskPersonalData } from "../personal-data.ts";
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

/** Returns a Transport that appends every exchange to a tape, without secrets, and with `mask` for personal data. */
export function withRecording(send: Transport, append: (line: TapeExchange) => void, mask: Mask): Transport {
  return async (request) => {
    const sent = toExchange(request, mask);
    try {
      const response = await send(request);
      const { status } = response;
      const kept = keptHeaders.flatMap((name) => {
        const value = response.headers[name];
        return value === undefined ? [] : [[name, value]];
      });
      append({ ...sent, status, headers: Object.fromEntries(kept), body: clean(response.body, mask) });
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
  const recorded = Map.groupBy(sortedFor(lines, run), keyOf);
  const used = new Map<string, number>();
  return async (request) => {
    const asked = toExchange(request, anything);
    const key = keyOf(asked);
    const found = recorded.get(key) ?? [];
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

const anything: Mask = () => "*";
const times = /"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)"/g;

/** Returns what identifies a request. */
function keyOf({ call, method, path, input }: TapeExchange): string {
  const plain = sortedJson(maskPersonalData(input ?? null, anything)).replace(times, '"*"');
  return `${call} ${method} ${maskQuery(path, anything)} ${plain}`;
}

function toExchange({ name, method, url, body }: Request, mask: Mask): TapeExchange {
  const { pathname, search } = new URL(url);
  const sent = { call: name, method, path: redact(maskQuery(pathname + search, mask)) };
  return body === undefined ? sent : { ...sent, input: clean(body, mask) };
}

/** Masks the values of a query string, which may be JSON. */
function maskQuery(path: string, mask: Mask): string {
  const [pathname = "", search] = path.split("?");
  if (search === undefined) return pathname;
  const masked = [...new URLSearchParams(search)].map(([name, value]): [string, string] => {
    const { [name]: safe } = maskPersonalData({ [name]: parsed(value) }, mask) as Record<string, unknown>;
    return [name, typeof safe === "string" ? safe : JSON.stringify(safe)];
  });
  return `${pathname}?${new URLSearchParams(masked)}`;
}

/** Returns a body without secrets and personal data: as data if it is JSON, as text otherwise. */
function clean(body: string, mask: Mask): unknown {
  return parsed(redact(JSON.stringify(maskPersonalData(parsed(body), mask))));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
