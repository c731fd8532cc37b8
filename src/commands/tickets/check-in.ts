import type { Readable } from "node:stream";
import type { Call } from "../../api/caller.ts";
import { tickets } from "../../api/services/tickets.ts";
import type { Context } from "../../context/context.ts";
import {
  ApiError,
  type ExitCode,
  exitCodes,
  TransportError,
  UnknownOutcomeError,
  UsageError,
} from "../../kernel/errors.ts";
import { exitOf } from "../../kernel/exit-of.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import { bytesUntil } from "../../output/bytes.ts";
import { jsonText } from "../../output/json.ts";
import { styleFor } from "../../output/style.ts";
import { findEventId } from "../../resources/events/read.ts";
import { ticketNumberIn } from "../../resources/tickets/code.ts";

/** The result of one ticket. */
interface CheckInResult {
  ticketNumber: string;
  /** `in`, `out`, `already`, `refused`, `not found`, `not sent`, or `unknown` if there was no response. */
  result: string;
  guest?: string;
  ticket?: string;
  message?: string;
}

/** Concurrent calls; results are printed in the order of the lines. */
const maxConcurrent = 8;
const maxLineLength = 2000;

/** `till tickets check-in` */
export const checkIn = ticketAction("checkIn");
/** `till tickets undo-check-in` */
export const undoCheckIn = ticketAction("undoCheckIn");

/** Checks tickets in, or undoes it, by number or scanned code, from arguments or line by line from stdin. */
function ticketAction(action: "checkIn" | "undoCheckIn") {
  return async (context: Context, [event = "", ...args]: string[]): Promise<ExitCode | undefined> => {
    const call = await context.call("admin");
    const eventId = await findEventId(call, event);
    const lines = codesOf(context, args.length > 0 ? args : ["-"]);
    let [done, failed, missing, unknown] = [0, 0, 0, 0];
    let outage: unknown;
    const report = async (result: CheckInResult) => {
      if (result.result === "in" || result.result === "out") done += 1;
      else if (result.result === "unknown") unknown += 1;
      else failed += 1;
      if (result.result === "not found") missing += 1;
      await print(context, result);
    };
    // Each result is printed as soon as it and all earlier ones are available, even while no further line arrives.
    let printed: Promise<void> = Promise.resolve();
    const pending: Promise<void>[] = [];
    for await (const line of lines) {
      const ticketNumber = ticketNumberIn(line);
      if (ticketNumber === "") continue;
      const previous = printed;
      const response = send(call, action, { eventId, ticketNumber }, context.signal).catch(
        (error: unknown) => {
          // A temporary outage must not stop the check-in of the following tickets.
          if (!isTemporary(error) || context.signal.aborted) throw error;
          const isUnsent = error instanceof TransportError && error.arrived === "no";
          if (!isUnsent || outage === undefined) outage = error;
          return { ticketNumber, result: isUnsent ? "not sent" : "unknown", message: error.message };
        },
      );
      printed = Promise.all([response, previous]).then(([result]) => report(result));
      // Errors are thrown below, when the promise is awaited.
      printed.catch(() => undefined);
      pending.push(printed);
      if (pending.length >= maxConcurrent) await pending.shift();
      if (context.signal.aborted || context.streams.stdout.closed) break;
    }
    await printed;
    if (done === 0 && outage !== undefined) throw outage;
    if (done + failed + unknown === 0) throw new UsageError("No tickets given.", { field: "tickets" });
    const none = missing === failed ? exitCodes.notFound : exitCodes.failure;
    return exitOf({ unknown, failed, done }, undefined, none);
  };
}

/** Returns whether the outcome is unknown and the next call may succeed. */
function isTemporary(error: unknown): error is Error {
  if (error instanceof ApiError) return error.status >= 500;
  return error instanceof TransportError || error instanceof UnknownOutcomeError;
}

async function send(
  call: Call,
  action: "checkIn" | "undoCheckIn",
  { eventId, ticketNumber }: { eventId: string; ticketNumber: string },
  signal: AbortSignal,
): Promise<CheckInResult> {
  try {
    const input = { eventId, ticketNumber: [ticketNumber] };
    const body = await call(tickets[action], input, { signal });
    const [ticket] = body.tickets ?? [];
    const { guestFullName, orderFullName, name } = ticket ?? {};
    const guest = guestFullName || orderFullName;
    const result = action === "checkIn" ? "in" : "out";
    return { ticketNumber, result, guest: guest || undefined, ticket: name || undefined };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error;
    const isRepeat = error.code === "TICKET_ALREADY_CHECKED_IN" || error.code === "TICKET_NOT_CHECKED_IN";
    const result = isRepeat ? "already" : error.status === 404 ? "not found" : "refused";
    return { ticketNumber, result, message: error.message };
  }
}

async function print(
  { streams: { stdout }, format, globals }: Context,
  record: CheckInResult,
): Promise<void> {
  if (globals.json || format === "ndjson" || format === "json")
    return await stdout.write(`${jsonText({ _kind: "checkIn", ...record })}\n`);
  const { ticketNumber, result, guest = "", ticket = "", message = "" } = record;
  const cells = [result, ticketNumber, guest || message, ticket].map(sanitizeLine);
  if (!stdout.isTTY) return await stdout.write(`${cells.join("\t")}\n`);
  const style = styleFor(stdout);
  const isSuccess = result === "in" || result === "out";
  const [label = "", ...rest] = cells;
  await stdout.write(
    `${style[isSuccess ? "good" : "bad"](label.padEnd(10))}${rest.filter(Boolean).join("  ")}\n`,
  );
}

/** Yields the arguments; for `-`, the lines of stdin. */
async function* codesOf(context: Context, args: readonly string[]): AsyncGenerator<string> {
  for (const arg of args)
    if (arg === "-") yield* linesOf(context);
    else yield arg;
}

/** Yields the lines of stdin as they arrive. Throws UsageError for a line that is too long to be a code. */
async function* linesOf({ streams, signal }: Context): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of bytesUntil(streams.stdin as Readable, signal)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n|\r/);
    rest = lines.pop() ?? "";
    if (rest.length > maxLineLength)
      throw new UsageError("A line is too long to be a ticket code. Expected one ticket per line.");
    yield* lines;
  }
  if (rest !== "") yield rest;
}
