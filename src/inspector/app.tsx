import { type FormEvent, useCallback, useMemo, useState } from "react";
import { ControlError, controlWith, keepToken, takeToken } from "./control.ts";
import { Controls } from "./controls.tsx";
import { Events } from "./events.tsx";
import { InspectorContext, useRead } from "./hooks.ts";
import { useLog } from "./log.ts";
import { Mail } from "./mail.tsx";
import { Requests } from "./requests.tsx";
import { State } from "./state.tsx";

const pages = { requests: Requests, state: State, events: Events, mail: Mail } as const;
type Page = keyof typeof pages;
const titles: Record<Page, string> = { requests: "Requests", state: "State", events: "Events", mail: "Mail" };
const firstToken = takeToken();

/** The inspector: a form for the token if it has none that is valid, else its pages. */
export function App() {
  const [token, setToken] = useState(firstToken);
  const [problem, setProblem] = useState<ControlError>();
  const isLocked = token === "" || problem?.status === 403;
  const enter = (given: string) => {
    keepToken(given);
    setProblem(undefined);
    setToken(given);
  };
  const fail = useCallback((error: unknown) => {
    setProblem(error instanceof ControlError ? error : new ControlError(-1, String(error)));
  }, []);
  return isLocked ? (
    <TokenForm isWrong={problem !== undefined} onEnter={enter} />
  ) : (
    <Inspector token={token} problem={problem} fail={fail} onAnswer={() => setProblem(undefined)} />
  );
}

function TokenForm({ isWrong, onEnter }: { isWrong: boolean; onEnter: (token: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onEnter(String(new FormData(event.currentTarget).get("token")).trim());
  };
  return (
    <main className="locked">
      <h1>till sandbox</h1>
      {isWrong && <p role="alert">This is not the token of the sandbox that runs now.</p>}
      <form onSubmit={submit}>
        <label htmlFor="token">Control token</label>
        <input id="token" name="token" required autoComplete="off" aria-describedby="token-hint" />
        <p id="token-hint" className="soft">
          <code>till sandbox start</code> prints a link with it. To open the inspector with it:{" "}
          <code>till sandbox inspect</code>
        </p>
        <button type="submit">Open</button>
      </form>
    </main>
  );
}

interface InspectorProps {
  token: string;
  problem: ControlError | undefined;
  fail: (error: unknown) => void;
  onAnswer: () => void;
}

function Inspector({ token, problem, fail, onAnswer }: InspectorProps) {
  const [page, setPage] = useState<Page>("requests");
  const [message, say] = useState("");
  const [version, setVersion] = useState(0);
  const control = useMemo(() => controlWith(token), [token]);
  const changed = useCallback(() => setVersion((before) => before + 1), []);
  const [isPaused, setPaused] = useState(false);
  const onNew = useCallback(
    (count: number) => {
      say(count === 1 ? "1 new request" : `${count} new requests`);
      changed();
    },
    [changed],
  );
  const requests = useLog({ control, isPaused, onNew, fail });
  const inspector = useMemo(
    () => ({ control, requests, isPaused, setPaused, say, fail, version, changed }),
    [control, requests, isPaused, fail, version, changed],
  );
  const Shown = pages[page];
  return (
    <InspectorContext value={inspector}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header>
        <h1>till sandbox</h1>
        <nav aria-label="Inspector">
          {Object.entries(titles).map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-current={name === page ? "page" : undefined}
              onClick={() => setPage(name as Page)}
            >
              {title}
            </button>
          ))}
        </nav>
        <Facts />
      </header>
      {problem && (
        <div role="alert">
          {problem.message}{" "}
          <button
            type="button"
            onClick={() => {
              onAnswer();
              changed();
            }}
          >
            Try again
          </button>
        </div>
      )}
      <div className="body">
        <main id="main" tabIndex={-1}>
          <Shown />
        </main>
        <aside aria-label="Controls">
          <Controls />
          <p role="status">{message}</p>
        </aside>
      </div>
    </InspectorContext>
  );
}

/** The shop in a line. */
function Facts() {
  const status = useRead((control) => control("status"));
  if (!status) return null;
  const { catalog, currency, origin, counts } = status;
  const products = (counts?.products ?? 0) + (counts?.["v3-products"] ?? 0);
  return (
    <p className="soft">
      {origin}, catalog {catalog}, {currency}, {products} products, {counts?.orders ?? 0} orders
    </p>
  );
}
