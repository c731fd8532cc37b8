import { inSentence, wrap } from "../../../../kernel/text.ts";
import type { BrowseState } from "../browse.state.ts";
import type { Lesson } from "./lesson.ts";

/** Returns the height of the tutorial below the list: its title, and the longest text, so that the list does not move. */
export function lessonHeight({ lesson }: Pick<BrowseState, "lesson">, width: number): number {
  return lesson === undefined
    ? 0
    : 1 + Math.max(...lesson.steps.map(({ text }) => linesOf(text, width).length));
}

/** Returns the state in the next step if the present one was done. */
export function advanceLesson(state: BrowseState): BrowseState {
  const { lesson } = state;
  if (lesson === undefined || !lesson.steps[lesson.at]?.done?.(state, lesson.facts)) return state;
  return { ...state, lesson: { ...lesson, at: lesson.at + 1 } };
}

/** The lines of a text are indented. */
const linesOf = (text: string, width: number) => wrap(text, Math.max(20, width - 2));

/** Returns the title and the text of the present step, for a window of this width. */
export function describeLesson({ steps, at }: Lesson, width: number): { title: string; lines: string[] } {
  const { title = "", text = "" } = steps[at] ?? {};
  const done = steps[at - 1];
  const praise = done === undefined ? "" : ` (done: ${inSentence(done.title)})`;
  return {
    title: `Tutorial, ${at + 1} of ${steps.length}: ${title}${praise}`,
    lines: linesOf(text, width),
  };
}
