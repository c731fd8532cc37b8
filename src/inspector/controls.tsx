import type { FormEvent } from "react";
import type { Fault } from "./control.ts";
import { useAct, useRead } from "./hooks.ts";

/** Clock, payments and faults. */
export function Controls() {
  return (
    <>
      <Clock />
      <Payments />
      <Faults />
    </>
  );
}

/** Returns the fields of a submitted form, and stops the browser from sending it. */
function fieldsOf(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return (name) => String(data.get(name) ?? "").trim();
}

const steps = [
  ["1m", "1 minute"],
  ["1h", "1 hour"],
  ["1d", "1 day"],
  ["7d", "7 days"],
] as const;
const modes: Readonly<Record<string, string>> = {
  real: "as on this computer",
  shifted: "ahead of this computer",
  frozen: "stopped",
};

function Clock() {
  const clock = useRead(async (control) => (await control("status")).clock);
  const act = useAct();
  const advance = (by: string) =>
    act(async (control) => `The clock shows ${(await control("advance", { by })).now}.`);
  return (
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>
        <time dateTime={clock?.now ?? ""}>{clock?.now?.slice(0, 19).replace("T", " ")}</time> UTC,{" "}
        <span className="soft">{modes[clock?.mode ?? "real"]}</span>
      </p>
      <div className="bar">
        {steps.map(([by, label]) => (
          <button key={by} type="button" aria-label={`Advance by ${label}`} onClick={() => advance(by)}>
            +{label}
          </button>
        ))}
      </div>
      <form
        className="bar"
        onSubmit={(event) => {
          const field = fieldsOf(event);
          void act(
            async (control) =>
              `The clock stands at ${(await control("clock", { set: `${field("time")}:00Z` })).now}.`,
          );
        }}
      >
        <label>
          Stop at (UTC)
          <input type="datetime-local" name="time" required />
        </label>
        <button type="submit">Stop</button>
        <button
          type="button"
          onClick={() =>
            act(async (control) => `The clock shows ${(await control("clock", { real: true })).now}.`)
          }
        >
          Real time
        </button>
      </form>
    </section>
  );
}

const outcomes = ["APPROVED", "DECLINED", "AUTHORIZED", "PENDING", "OFFLINE"];

function Payments() {
  const outcome = useRead(async (control) => (await control("payment")).outcome);
  const act = useAct();
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">Next payment</h2>
      <fieldset className="bar">
        <legend className="hidden">Outcome of the next payment</legend>
        {outcomes.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === outcome}
            onClick={() =>
              act(
                async (control) =>
                  `Next payment: ${(await control("nextPayment", { outcome: one })).outcome}.`,
              )
            }
          >
            {one.charAt(0) + one.slice(1).toLowerCase()}
          </button>
        ))}
      </fieldset>
    </section>
  );
}

const kinds = [
  "503",
  "500",
  "429",
  "403",
  "504",
  "slow",
  "hold",
  "drop-before",
  "drop-after",
  "truncate",
  "redirect",
];

function Faults() {
  const faults = useRead(async (control) => (await control("faults")).faults ?? []) ?? [];
  const act = useAct();
  return (
    <section aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      <form
        className="bar"
        onSubmit={(event) => {
          const field = fieldsOf(event);
          const fault = { fault: field("fault"), route: field("route"), times: Number(field("times")) || 1 };
          void act(async (control) => {
            await control("fault", fault);
            return `Fault added: ${described(fault)}.`;
          });
        }}
      >
        <label>
          Fault
          <select name="fault">
            {kinds.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </label>
        <label>
          Route (empty: all calls)
          <input name="route" placeholder="createOrder" autoComplete="off" />
        </label>
        <label>
          Calls
          <input name="times" type="number" min="1" defaultValue="1" />
        </label>
        <button type="submit">Add</button>
        <button
          type="button"
          disabled={faults.length === 0}
          onClick={() =>
            act(async (control) => {
              await control("clearFaults");
              return "Faults cleared.";
            })
          }
        >
          Clear
        </button>
      </form>
      {faults.length === 0 ? (
        <p className="soft">No faults.</p>
      ) : (
        <ul>
          {faults.map((fault) => (
            <li key={fault.id}>{described(fault)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Describes a fault: `503 on createOrder, 2 calls`. */
function described({ fault, route, times = 1 }: Fault): string {
  const calls =
    times === 0 ? "until cleared" : (times ?? 1) < 0 ? "holding" : times === 1 ? "1 call" : `${times} calls`;
  return `${fault}${route ? ` on ${route}` : ""}, ${calls}`;
}
