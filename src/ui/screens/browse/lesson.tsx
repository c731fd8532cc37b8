import { type ReactElement, useCallback } from "react";
import { fit, inSentence, sanitizeLine, wrap } from "../../../kernel/text.ts";
import { useCurrent } from "../../lists.ts";
import { Box, Text } from "../../terminal.ts";
import { styles } from "../../theme.ts";
import type { BrowseState, Lesson } from "./browse.state.ts";

/** The present step of a tutorial, below the list. */
export function LessonLines({ lesson, width }: { lesson: Lesson; width: number }): ReactElement {
  const { title, lines } = describeLesson(lesson, width);
  return (
    <Box flexDirection="column" height={lessonHeight({ lesson }, width)}>
      <Text {...styles.warning} bold>
        {fit(sanitizeLine(title), width)}
      </Text>
      {lines.map((line) => (
        <Text key={line}>{`  ${sanitizeLine(line)}`}</Text>
      ))}
    </Box>
  );
}

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
