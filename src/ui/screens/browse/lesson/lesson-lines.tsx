import type { ReactElement } from "react";
import { fit, sanitiseLine } from "../../../../kernel/text.ts";
import { Box, Text } from "../../../ink.ts";
import { styles } from "../../../theme.ts";
import { describeLesson, lessonHeight } from "./lesson.state.ts";
import type { Lesson } from "./lesson.ts";

/** The present step of a tutorial, below the list. */
export function LessonLines({ lesson, width }: { lesson: Lesson; width: number }): ReactElement {
  const { title, lines } = describeLesson(lesson, width);
  return (
    <Box flexDirection="column" height={lessonHeight({ lesson }, width)}>
      <Text {...styles.warning} bold>
        {fit(sanitiseLine(title), width)}
      </Text>
      {lines.map((line) => (
        <Text key={line}>{`  ${sanitiseLine(line)}`}</Text>
      ))}
    </Box>
  );
}
