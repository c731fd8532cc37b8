import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { type DeliveryResult, isArrived, maxRejections } from "../../webhooks/forward.ts";
import { nextEvents, type SandboxEvent } from "./events.ts";
import { openForwarder } from "./forwarder.ts";

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
    const seq =
      number === "last" ? ((await control(sandbox.status, {})).lastEvent ?? 0) : eventNumber(number);
    const [event] = (await nextEvents(control, { after: seq - 1, limit: 1 })).events;
    if (event?.seq !== seq) {
      throw new TillError(exitCodes.notFound, `The sandbox has no event ${seq}.`, {
        hint: "List the events: till webhooks listen --after start --once",
      });
    }
    events.push(event);
  }
  const rows: Replayed[] = forwardTo === undefined ? events : await send(context, events, forwardTo);
  await context.print(rows, {
    kind: "delivery",
    fields: {
      seq: { label: "Event", as: "number" },
      at: { label: "Time" },
      type: { label: "Topic" },
      entityId: { label: "Entity" },
      ...(forwardTo === undefined ? { jwt: { label: "Body", grow: true } } : { status: { absent: "none" } }),
    },
  });
  const isDone = forwardTo === undefined || rows.every(({ status }) => isArrived(status));
  return isDone ? undefined : exitCodes.partial;
}

async function send(
  context: Context,
  events: readonly SandboxEvent[],
  forwardTo: string,
): Promise<Replayed[]> {
  const statuses = new Map<number, number | undefined>();
  const { deliver, close } = await openForwarder<SandboxEvent>(context, forwardTo);
  const { signal, sleep } = context;
  try {
    for (const event of events) {
      const onResult = ({ status }: DeliveryResult) => void statuses.set(event.seq, status);
      await deliver(event, { signal, sleep, onResult, maxAttempts: maxRejections });
    }
    return events.map((event) => ({ ...event, status: statuses.get(event.seq) }));
  } finally {
    await close();
  }
}

function eventNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`"${text}" is not an event number.`, {
    hint: "Use last, or a number from the first column of: till webhooks listen --after start --once",
  });
}
