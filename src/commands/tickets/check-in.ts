import type { Call } from "../../api/caller.ts";
import type { Ticket } from "../../api/services/tickets/models/ticket-order.ts";
import { tickets } from "../../api/services/tickets/tickets.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import {
  ApiError,
  type ExitCode,
  exitCodes,
  TransportError,
  UnknownOutcomeError,
  UsageError,
} from "../../kernel/errors.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { bytesOf } from "../../output/bytes.ts";
import { jsonText } from "../../output/json.ts";
import { styleFor } from "../../output/style.ts";
import { findEventId } from "../../resources/events/read.ts";
import { ticketNumberIn } from "../../resources/tickets/code.ts";

/** What became of one ticket. */
interface Answer {
  ticketNumber: string;
  /** `in`, `out`, or why not: `already`, `refused`, `unknown`; `unsure` where no answer came: scan it again. */
  result: string;
  guest?: string;
  ticket?: string;
  message?: string;
}

/** Calls under way at the same time; answers keep the order of the lines. */
const ahead = 8;
const longestLine = 2000;

/** `till tickets check-in` */
export const checkIn = door("checkIn");
/** `till tickets undo-check-in` */
export const undoCheckIn = door("undoCheckIn");

/** Lets tickets in (or out) by number or scanned code: those named, or a line of stdin each, answered at once. */
function door(act: "checkIn" | "undoCheckIn") {
  return async (context: Context, [event = "", ...named]: string[]): Promise<ExitCode | undefined> => {
    const call = await context.call("admin");
    const eventId = await findEventId(call, event);
    await announceWriting(context);
    const typed = named.length > 0 && !named.includes("-") ? named : linesOf(context.streams.stdin);
    let [done, failed] = [0, 0];
    let broken: unknown;
    const tell = async (answer: Answer) => {
      if (answer.result === "in" || answer.result === "out") done += 1;
      else failed += 1;
      await print(context, answer);
    };
    // Each answer is printed as soon as it is there and those before it are, also while no further line comes.
    let printed: Promise<void> = Promise.resolve();
    const waiting: Promise<void>[] = [];
    for await (const line of typed) {
      const ticketNumber = ticketNumberIn(line);
      if (ticketNumber === "") continue;
      const before = printed;
      const asked = ask(call, act, { eventId, ticketNumber }, context.signal).catch((error: unknown) => {
        // A bad moment of the network is no reason to close the door: those behind are still let in.
        if (!isPassing(error) || context.signal.aborted) throw error;
        broken ??= error;
        return { ticketNumber, result: "unsure", message: error.message };
      });
      printed = Promise.all([asked, before]).then(([answer]) => tell(answer));
      // What fails is thrown below, where it is waited for.
      printed.catch(() => undefined);
      waiting.push(printed);
      if (waiting.length >= ahead) await waiting.shift();
      if (context.signal.aborted || context.streams.stdout.closed) break;
    }
    await printed;
    if (done === 0 && broken !== undefined) throw broken;
    if (done + failed === 0) throw new UsageError("No ticket was named.", { field: "tickets" });
    if (failed === 0) return undefined;
    return done > 0 ? exitCodes.partial : exitCodes.failure;
  };
}

/** Nobody knows what became of it, and the next one may go well. */
function isPassing(error: unknown): error is Error {
  if (error instanceof ApiError) return error.status >= 500;
  return error instanceof TransportError || error instanceof UnknownOutcomeError;
}

async function ask(
  call: Call,
  act: "checkIn" | "undoCheckIn",
  { eventId, ticketNumber }: { eventId: string; ticketNumber: string },
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const input = { eventId, ticketNumber: [ticketNumber] };
    const { body } = await call(`tickets.${act}`, tickets[act], input, { signal });
    const [ticket] = (body as { tickets?: Ticket[] }).tickets ?? [];
    const { guestFullName, orderFullName, name } = ticket ?? {};
    const guest = guestFullName || orderFullName;
    const result = act === "checkIn" ? "in" : "out";
    return { ticketNumber, result, ...(guest && { guest }), ...(name && { ticket: name }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error;
    const already = error.code === "TICKET_ALREADY_CHECKED_IN" || error.code === "TICKET_NOT_CHECKED_IN";
    const result = already ? "already" : error.status === 404 ? "unknown" : "refused";
    return { ticketNumber, result, message: error.message };
  }
}

async function print({ streams: { stdout }, format, globals }: Context, answer: Answer): Promise<void> {
  if (globals.json || format === "ndjson" || format === "json")
    return await stdout.write(`${jsonText({ _kind: "checkIn", ...answer })}\n`);
  const { ticketNumber, result, guest = "", ticket = "", message = "" } = answer;
  const cells = [result, ticketNumber, guest || message, ticket].map(sanitiseLine);
  if (!stdout.isTTY) return await stdout.write(`${cells.join("\t")}\n`);
  const style = styleFor(stdout);
  const isGood = result === "in" || result === "out";
  const [word = "", ...rest] = cells;
  await stdout.write(`${style[isGood ? "good" : "bad"](word.padEnd(8))}${rest.filter(Boolean).join("  ")}\n`);
}

/** The lines of a stream, each as soon as it has ended. UsageError for one that no code can be. */
async function* linesOf(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of bytesOf(stream)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n|\r/);
    rest = lines.pop() ?? "";
    if (rest.length > longestLine)
      throw new UsageError("A line is longer than any code: is this a list of tickets?");
    yield* lines;
  }
  if (rest !== "") yield rest;
}
