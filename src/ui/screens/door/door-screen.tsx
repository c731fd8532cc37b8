import { type ReactElement, useEffect, useRef } from "react";
import { useKeys } from "../../keys.ts";
import { mount, type Terminal } from "../../mount.tsx";
import { useCurrent } from "../../use-current.ts";
import { useWriteSequence } from "../../write-sequence.ts";
import {
  answered,
  beginDoor,
  type DoorEffect,
  type DoorState,
  dueAtDoor,
  pressDoor,
  refreshed,
  updated,
} from "./door.state.ts";
import type { Door } from "./door.ts";
import { type DoorPage, DoorView } from "./door-view.tsx";

export interface DoorOptions extends DoorPage {
  readonly door: Door;
  /** Why the platform could not be reached when the door was opened. */
  readonly outage?: string | undefined;
  /** Rings the terminal's bell when a ticket is not let in. */
  readonly bell: boolean;
  now(): number;
  readonly signal?: AbortSignal | undefined;
}

/** Shows the door on the alternate screen until the user quits. */
export function showDoor(terminal: Terminal, options: DoorOptions): Promise<"quit" | "interrupted"> {
  return mount<"quit">(
    (answer) => <DoorScreen options={options} onLeave={() => answer("quit")} />,
    terminal,
    {
      signal: options.signal,
      // The screen reads Ctrl-C itself: it asks if scans are waiting.
      onInterrupt() {},
      alternateScreen: true,
    },
  );
}

/** How often the screen looks at the time, in milliseconds. */
const tickMs = 500;

/** The door: it answers keys at once, and sends and reads in the background. */
export function DoorScreen({ options, onLeave }: { options: DoorOptions; onLeave(): void }): ReactElement {
  const { door, now, outage, bell } = options;
  const [read, write] = useCurrent<DoorState>(beginDoor(door, now(), outage));
  const over = useRef(new AbortController());
  const send = useWriteSequence();

  const show = (state: DoorState) => {
    if (over.current.signal.aborted) return;
    const { answer } = state;
    const before = read().answer;
    const isNew = answer !== undefined && (answer !== before || answer.verdict !== before?.verdict);
    if (bell && isNew && answer.verdict !== "in" && answer.verdict !== "undone") send("\x07");
    write(state);
    if (state.isQuitting && state.facts.waiting === 0) onLeave();
  };
  const work = async () => {
    const due = dueAtDoor(read());
    if (due === undefined) return;
    const { signal } = over.current;
    show({ ...read(), isBusy: true });
    // Attempts to write are recorded; whether the platform can be reached again, a read shows as well.
    const reads = due === "check" || read().outage !== undefined;
    const attempt = async () => {
      if (reads) await door.refresh(signal);
      if (due === "sync") await door.sync(signal);
    };
    const error = await attempt().then(
      () => undefined,
      ({ message }: Error) => message,
    );
    show(refreshed(read(), door, { now: now(), error, checked: reads }));
  };
  const perform = async (effect: DoorEffect | undefined) => {
    if (effect?.type === "quit") return onLeave();
    if (effect === undefined) return;
    const { text } = effect;
    try {
      show(answered(read(), await door.lookUp(text, over.current.signal), door));
    } catch (error) {
      const scan = { at: now(), verdict: "missing", number: text, guest: "", type: "" } as const;
      show(answered(read(), { ...scan, detail: "not among the tickets read, and offline" }, door));
      show(refreshed(read(), door, { now: now(), error: (error as Error).message, checked: false }));
    }
  };
  useKeys((keys) => {
    for (const key of keys) {
      const { state, effect } = pressDoor({ ...read(), now: now() }, key, door);
      show(state);
      void perform(effect);
      if (effect?.type === "quit") return;
    }
    void work();
  });
  const tick = useRef(() => {});
  tick.current = () => {
    show(updated(read(), door, now()));
    void work();
  };
  useEffect(() => {
    // The effect may run again after unmounting.
    over.current = new AbortController();
    const timer = setInterval(() => tick.current(), tickMs);
    return () => {
      over.current.abort();
      clearInterval(timer);
    };
  }, []);
  return <DoorView state={read()} page={options} />;
}
