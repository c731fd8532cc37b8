import type { ReactElement } from "react";
import { displayWidth } from "../../../kernel/text.ts";
import { FieldText } from "../../components/field-text.tsx";
import { fitHints, Hint } from "../../components/hint.tsx";
import { Line } from "../../components/line.tsx";
import { messageLines } from "../../components/message.ts";
import { Box, Text } from "../../ink.ts";
import { styles } from "../../theme.ts";
import { currentQuestion } from "./actions/actions.state.ts";
import { type BrowseState, resourceOf } from "./browse.state.ts";
import { CellFooter, cellFooterHeight } from "./edit/cell-footer.tsx";
import type { BrowseKey } from "./keys.state.ts";
import { lessonHeight } from "./lesson/lesson.state.ts";
import { keysNow } from "./press.state.ts";

/** Returns the height of the footer in lines. */
export function footerHeight({ mode, message }: BrowseState, width: number): number {
  if (mode.kind === "cell") return cellFooterHeight(mode, width);
  if (mode.kind !== "line") return message === undefined ? 1 : messageLines(message.text, width).length;
  return 1 + (mode.problem === undefined ? 1 : messageLines(mode.problem, width).length);
}

/** Returns the height of what is between the status and the footer. */
export function bodyHeight(state: BrowseState, columns: number, rows: number): number {
  return Math.max(2, rows - 1 - 2 - lessonHeight(state, columns) - footerHeight(state, columns));
}

/** The key hints, the last message, or the input line. */
export function Footer({ state, width }: { state: BrowseState; width: number }): ReactElement {
  const { mode, message } = state;
  if (mode.kind === "cell") return <CellFooter state={state} mode={mode} width={width} />;
  if (mode.kind === "line") {
    const { prompt, placeholder, hint } = linePrompt(state);
    const problems = mode.problem === undefined ? undefined : messageLines(mode.problem, width);
    return (
      <Box flexDirection="column">
        <Box>
          <Text {...styles.head}>{prompt}</Text>
          <FieldText line={mode.line} placeholder={placeholder} width={width - displayWidth(prompt)} />
        </Box>
        {problems?.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
          <Line key={index} tone={index === 0 ? "failed" : "plain"} text={line} />
        )) ?? <Line tone="dim" text={hint} />}
      </Box>
    );
  }
  if (mode.kind === "help" && message === undefined) {
    return (
      <Box>
        <Text {...styles.head}>search: </Text>
        <FieldText line={mode.line} placeholder="type a word; Esc closes" width={width - 8} />
      </Box>
    );
  }
  if (message !== undefined) {
    return (
      <Box flexDirection="column">
        {messageLines(message.text, width).map((line) => (
          <Line key={line} tone={message.tone} text={line} />
        ))}
      </Box>
    );
  }
  return <Hint keys={shownHints(state, width)} />;
}

/** Returns the keys in the hint bar; those for all keys and to quit always stay. */
export function shownHints(state: BrowseState, width: number): readonly BrowseKey[] {
  return fitHints(
    keysNow(state).filter(({ inHints }) => inHints),
    width,
    2,
  );
}

function linePrompt(state: BrowseState): { prompt: string; placeholder: string; hint: string } {
  const { mode } = state;
  switch (mode.kind === "line" ? mode.purpose : "filter") {
    case "search":
      return {
        ...{ prompt: "search: ", hint: "Enter: keep, Esc: clear" },
        placeholder: `in ${resourceOf(state).searched.fields}`,
      };
    case "answer": {
      const { title = "", hint = "", required } = currentQuestion(state) ?? {};
      const leaving = `Enter: continue${required ? "" : " (optional)"}, Esc: cancel`;
      return { prompt: `${title}: `, placeholder: hint, hint: leaving };
    }
    case "command":
      return { prompt: ":", placeholder: "", hint: "↑ ↓: select, Tab: complete, Enter: run, Esc: leave" };
    default:
      return {
        prompt: "filter: ",
        placeholder: 'price > 10 and name startsWith "Tea"',
        hint: "Enter: apply (empty: all rows), Esc: cancel",
      };
  }
}
