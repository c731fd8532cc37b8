import { sandboxControl } from "../../cli/sandbox/control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { openForwarder } from "./forwarder.ts";
import { nextEvents, type SandboxEvent } from "./outbox.ts";

type Replayed = SandboxEvent & { status?: number | undefined };

/** Signs events of the sandbox again; prints them, or sends them and prints the response statuses. */
export async function run(
  context: Context,
  numbers: string[],
  { forwardTo }: { forwardTo?: string },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context);
  const events: SandboxEvent[] = [];
  for (const number of numbers) {
    const seq = number === "last" ? ((await control.status({})).lastEvent ?? 0) : eventNumber(number);
    const [event] = (await nextEvents(control, { after: seq - 1, limit: 1 })).events;
    if (event?.seq !== seq) {
      throw new TillError(exitCodes.notFound, `The sandbox has no event ${seq}.`, {
        hint: "List the events: till webhooks listen --from start --once",
      });
    }
    events.push(event);
  }
  const rows = forwardTo === undefined ? events : await send(context, events, forwardTo);
  await renderList<Replayed>({
    streams: context.streams,
    format: context.format,
    kind: "delivery",
    fields: context.globals.fields,
    columns: [
      column<Replayed>("EVENT", ({ seq }) => seq, { as: "number", path: "seq" }),
      column<Replayed>("TIME", ({ at }) => at, { path: "at" }),
      column<Replayed>("TOPIC", ({ type }) => type, { path: "type" }),
      column<Replayed>("ENTITY", ({ entityId }) => entityId, { path: "entityId" }),
      forwardTo === undefined
        ? column<Replayed>("BODY", ({ jwt }) => jwt, { path: "jwt", grow: true })
        : column<Replayed>("STATUS", ({ status }) => status ?? "none", { path: "status" }),
    ],
    rows,
    quiet: context.globals.quiet,
  });
  return rows.every((row) => forwardTo === undefined || ("status" in row && row.status === 200))
    ? undefined
    : exitCodes.partial;
}

async function send(
  context: Context,
  events: readonly SandboxEvent[],
  forwardTo: string,
): Promise<Replayed[]> {
  const statuses = new Map<number, number | undefined>();
  const { deliver, close } = await openForwarder<SandboxEvent>(context, forwardTo);
  const { signal } = context;
  try {
    for (const event of events) {
      await deliver(event, { signal, onResult: ({ status }) => statuses.set(event.seq, status) });
    }
    return events.map((event) => ({ ...event, status: statuses.get(event.seq) }));
  } finally {
    await close();
  }
}

function eventNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`"${text}" is not an event number.`, {
    hint: "Use last, or a number from the first column of: till webhooks listen --from start --once",
  });
}
