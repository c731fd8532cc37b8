import type { ReactElement } from "react";
import { Box, ConfirmInput } from "../ink.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import type { Tone } from "../theme.ts";
import { Hint } from "./hint.tsx";
import { Line } from "./line.tsx";

const keys = [
  { key: "y", name: "yes" },
  { key: "n", name: "no" },
];

/**
 * A yes/no question: y is yes; n, Enter, Esc and q are no. Keys count if they arrive alone or together with Enter, so
 * pasted text confirms nothing.
 */
export function YesNo({
  question,
  tone = "head",
  onAnswer,
  others = [],
}: {
  question: string;
  tone?: Tone;
  onAnswer(yes: boolean): void;
  /** Keys that do something else. */
  others?: readonly KeyAction[];
}): ReactElement {
  const no = () => onAnswer(false);
  // ConfirmInput accepts only keys that arrive alone.
  useKeys(([answer = "", enter, ...more]) => {
    if (enter === "enter" && more.length === 0 && /^[yn]$/i.test(answer)) onAnswer(/y/i.test(answer));
  });
  useActions([{ key: "esc", also: ["q"], name: "no", run: no }, ...others]);
  return (
    <>
      <Box>
        <Line tone={tone} symbol="question" text={question} wrap />
        <Box flexShrink={0} marginLeft={1} alignSelf="flex-end">
          <ConfirmInput defaultChoice="cancel" onConfirm={() => onAnswer(true)} onCancel={no} />
        </Box>
      </Box>
      <Hint keys={[...keys, ...others]} />
    </>
  );
}
