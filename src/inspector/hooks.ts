import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { type Control, ControlError, type LoggedRequest } from "./control.ts";

/** What every part of the page uses. */
export interface Inspector {
  control: Control;
  /** The requests, newest first, and whether new ones are left out. */
  requests: readonly LoggedRequest[];
  isPaused: boolean;
  setPaused(isPaused: boolean): void;
  /** Shows what happened, and has screen readers say it. */
  say(text: string): void;
  /** Called with the error of a control call. */
  fail(error: unknown): void;
  /** Increases whenever something may have changed. */
  version: number;
  /** Has every part read again. */
  changed(): void;
}

export const InspectorContext = createContext<Inspector | undefined>(undefined);

/** Returns what the parts of the page share. Throws Error outside of the inspector. */
export function useInspector(): Inspector {
  const inspector = useContext(InspectorContext);
  if (!inspector) throw new Error("There is no inspector around this component.");
  return inspector;
}

/** Returns what `read` resolves with, read again when `key` changes or something in the sandbox may have. */
export function useRead<T>(read: (control: Control) => Promise<T>, key = ""): T | undefined {
  const { control, fail, version } = useInspector();
  const [found, setFound] = useState<{ key: string; value: T }>();
  const latest = useRef(read);
  latest.current = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key and the version say when to read again
  useEffect(() => {
    let isOver = false;
    latest.current(control).then(
      (value) => isOver || setFound({ key, value }),
      (error) => isOver || fail(error),
    );
    return () => {
      isOver = true;
    };
  }, [control, fail, key, version]);
  return found?.key === key ? found.value : undefined;
}

/** Returns a function that makes a control call that changes the sandbox, says so, and has every part read again. */
export function useAct(): (work: (control: Control) => Promise<string>) => Promise<void> {
  const { control, say, fail, changed } = useInspector();
  return useCallback(
    async (work) => {
      try {
        say(await work(control));
        changed();
      } catch (error) {
        if (error instanceof ControlError && error.status !== 403) say(error.message);
        else fail(error);
      }
    },
    [control, say, fail, changed],
  );
}
