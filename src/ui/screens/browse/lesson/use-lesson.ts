import { useCallback } from "react";
import { useCurrent } from "../../../use-current.ts";
import type { BrowseState } from "../browse.state.ts";
import { advanceLesson } from "./lesson.state.ts";

/** Keeps the state of the screen, with the tutorial in the step that it shows. `onStep` is called with the next step. */
export function useLesson(initial: BrowseState, onStep: ((step: number) => void) | undefined) {
  const [read, keep] = useCurrent(initial);
  const write = useCallback(
    (state: BrowseState) => {
      const next = advanceLesson(state);
      if (next.lesson !== undefined && next.lesson !== state.lesson) onStep?.(next.lesson.at);
      keep(next);
    },
    [keep, onStep],
  );
  return [read, write] as const;
}
