import { useDeferredValue, useState } from "react";
import type { LoggedRequest } from "./control.ts";
import { EventList } from "./events.tsx";
import { useAct, useInspector, useRead } from "./hooks.ts";
import { Body, Json } from "./json.tsx";
import { type Column, Rows } from "./rows.tsx";

/** The requests as they arrive, newest first, and the selected one. */
export function Requests() {
  const [filter, setFilter] = useState("");
  const [showsControl, setShowsControl] = useState(false);
  const [from, setFrom] = useState(0);
  const [selected, setSelected] = useState<string>();
  const { requests, isPaused, setPaused } = useInspector();
  const words = useDeferredValue(filter).toLowerCase().split(/\s+/).filter(Boolean);
  const shown = requests.filter(
    (request) =>
      (request.id ?? 0) > from &&
      (showsControl || !isControl(request)) &&
      words.every((word) => matches(request, word)),
  );
  const caption = shown.length === 1 ? "1 request" : `${shown.length} requests`;
  return (
    <>
      <h2>Requests</h2>
      <search className="bar">
        <label>
          Filter
          <input
            type="search"
            value={filter}
            placeholder="post orders 4xx"
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={showsControl}
            onChange={(event) => setShowsControl(event.target.checked)}
          />
          Control calls
        </label>
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          Pause
        </button>
        <button type="button" onClick={() => setFrom(requests[0]?.id ?? 0)}>
          Clear
        </button>
      </search>
      <div className="split">
        <div className="scroll">
          <Rows
            caption={caption}
            rows={shown}
            columns={columns}
            idOf={({ id }) => String(id)}
            selected={selected}
            onSelect={setSelected}
            toneOf={toneOf}
          />
          {shown.length === 0 && <p className="soft">{emptyText(requests.length > 0)}</p>}
        </div>
        {selected !== undefined && <Detail key={selected} id={selected} />}
      </div>
    </>
  );
}

const emptyText = (isFiltered: boolean) =>
  isFiltered ? "No request matches." : "No requests yet. They appear here as they arrive.";

const isControl = ({ path }: LoggedRequest) =>
  (path?.startsWith("/__till/") ?? false) && !path?.startsWith("/__till/pages/");

/** Returns whether a word is in a request: `4xx` is a class of statuses. */
function matches(
  { method, path, query, call, role, status, requestId }: LoggedRequest,
  word: string,
): boolean {
  const [, digit] = /^([1-5])xx$/.exec(word) ?? [];
  if (digit !== undefined) return String(status).startsWith(digit);
  return [method, path, query, call, role, status, requestId].join(" ").toLowerCase().includes(word);
}

const toneOf = ({ status }: LoggedRequest) =>
  (status ?? 0) >= 500 || status === 0 ? "bad" : (status ?? 0) >= 400 ? "warn" : undefined;

const columns: readonly Column<LoggedRequest>[] = [
  { title: "Time", show: ({ at }) => <time dateTime={at ?? ""}>{at?.slice(11, 19)}</time> },
  {
    title: "Request",
    isName: true,
    show: ({ method, path, query }) => (
      <>
        <b>{method}</b> {path}
        {query}
      </>
    ),
  },
  { title: "Status", isNumber: true, show: ({ status }) => status || "none" },
  { title: "Events", isNumber: true, show: ({ events }) => events || "" },
  { title: "ms", isNumber: true, show: ({ ms }) => Math.round((ms ?? 0) * 10) / 10 },
];

function Detail({ id }: { id: string }) {
  const found = useRead((control) => control("getLogged", { requestId: id }), id);
  const act = useAct();
  const title = `request-${id}`;
  const { request, events } = found ?? {};
  if (!request) return <section aria-busy="true" className="detail" />;
  const { method, path, query, status, call, role, ms, requestId, headers, input, response, error } = request;
  const isReplayable = method !== "DUE" && !path?.startsWith("/__till/");
  return (
    <section className="detail" aria-labelledby={title}>
      <h3 id={title}>
        {method} {path}
      </h3>
      <dl>
        <dt>Status</dt>
        <dd>{status || "no response"}</dd>
        <dt>Call</dt>
        <dd>{call ?? "none"}</dd>
        <dt>Identity</dt>
        <dd>{role ?? "none"}</dd>
        <dt>Time</dt>
        <dd>
          {request.at} ({ms} ms)
        </dd>
        <dt>Request ID</dt>
        <dd>{requestId}</dd>
        {query && (
          <>
            <dt>Query</dt>
            <dd>{query}</dd>
          </>
        )}
      </dl>
      {isReplayable && (
        <button
          type="button"
          onClick={() =>
            act(async (control) => {
              const again = await control("replayLogged", { requestId: id });
              return `Sent again: status ${again.status}.`;
            })
          }
        >
          Send again
        </button>
      )}
      {error && (
        <>
          <h4>Error in the sandbox</h4>
          <pre>{error}</pre>
        </>
      )}
      <h4>Events and webhooks</h4>
      {events && events.length > 0 ? <EventList events={events} /> : <p className="soft">It caused none.</p>}
      {input && (
        <>
          <h4>Request body</h4>
          <Body text={input} />
        </>
      )}
      {response && (
        <>
          <h4>Response body</h4>
          <Body text={response} />
        </>
      )}
      {headers && (
        <>
          <h4>Request headers</h4>
          <Json value={headers} open={0} />
        </>
      )}
    </section>
  );
}
