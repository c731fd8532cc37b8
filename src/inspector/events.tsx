import { useState } from "react";
import type { DomainEvent } from "./control.ts";
import { useInspector, useRead } from "./hooks.ts";
import { Json } from "./json.tsx";

const max = 100;

/** The newest events, also those that the clock caused. */
export function Events() {
  const found = useRead(async (control) => {
    const { lastEvent } = await control("status");
    return (await control("events", { after: Math.max(0, (lastEvent ?? 0) - max), limit: max })).events ?? [];
  });
  return (
    <>
      <h2>Events</h2>
      <p className="soft">
        The newest {max}, which the sandbox sends as webhooks. A request shows those that it caused.
      </p>
      {found?.length === 0 && <p>No events yet.</p>}
      <EventList events={found?.toReversed() ?? []} />
    </>
  );
}

/** Events with their payloads, and as signed webhooks. */
export function EventList({ events }: { events: readonly DomainEvent[] }) {
  return (
    <ul className="events">
      {events.map((event) => (
        <li key={event.seq}>
          <details>
            <summary>
              <b>{event.type}</b> <span className="soft">{event.entityId}</span>
            </summary>
            <p className="soft">
              Number {event.seq}, {event.at}
            </p>
            {event.deliveries?.map(({ url, status, reason, attempts, settled }) => (
              <p key={url} className="soft">
                Webhook to {url}: {status ?? reason}, attempt {attempts}
                {settled ? "" : ", trying again"}
              </p>
            ))}
            <Json value={event.payload} />
            <Webhook seq={event.seq ?? 0} />
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The body of the webhook of an event, which is signed when it is asked for. */
function Webhook({ seq }: { seq: number }) {
  const { control, fail } = useInspector();
  const [jwt, setJwt] = useState<string>();
  const sign = async () => {
    const { events } = await control("deliveries", { after: seq - 1, limit: 1 });
    setJwt(events?.[0]?.jwt ?? "");
  };
  if (jwt !== undefined) return <pre>{jwt}</pre>;
  return (
    <button type="button" onClick={() => sign().catch(fail)}>
      Show the signed webhook
    </button>
  );
}
