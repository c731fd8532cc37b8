import { useEffect, useRef, useState } from "react";
import { type Control, ControlError, type LoggedRequest } from "./control.ts";

/** Milliseconds between two looks at the log, and the most requests that are kept. */
const pause = 500;
const kept = 1000;

interface LogOptions {
  control: Control;
  isPaused: boolean;
  /** Called with the number of new requests, but not for those that were in the log before. */
  onNew(count: number): void;
  fail(error: unknown): void;
}

/** Returns the requests of the sandbox, newest first, and looks for new ones unless paused. */
export function useLog({ control, isPaused, onNew, fail }: LogOptions): readonly LoggedRequest[] {
  const [requests, setRequests] = useState<readonly LoggedRequest[]>([]);
  const last = useRef<number>(undefined);
  useEffect(() => {
    if (isPaused) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      try {
        // A hidden page costs nothing.
        if (document.visibilityState === "visible") {
          const found = await control("queryLog", { after: last.current ?? 0, limit: kept });
          if (isOver) return;
          const added = (found.requests ?? []).toReversed();
          if (last.current !== undefined && added.length > 0) onNew(added.length);
          last.current = added[0]?.id ?? last.current ?? 0;
          if (added.length > 0) setRequests((before) => [...added, ...before].slice(0, kept));
        }
      } catch (error) {
        if (isOver) return;
        fail(error);
        if (error instanceof ControlError && error.status === 403) return;
      }
      timer = setTimeout(look, pause);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [control, isPaused, onNew, fail]);
  return requests;
}
