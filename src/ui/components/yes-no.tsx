import type { ReactElement } from "react";
import { Box, ConfirmInput } from "../ink.ts";
import { useActions } from "../keys.ts";
import { Hint } from "./hint.tsx";
import { Line } from "./line.tsx";

const keys = [
  { key: "y", name: "yes" },
  { key: "n", name: "no" },
];

/**
 * A yes/no question: y is yes; n, Enter, Esc and q are no. ConfirmInput only accepts keys that arrive alone, so pasted
 * text confirms nothing.
 */
export function YesNo({
  question,
  onAnswer,
}: {
  question: string;
  onAnswer(yes: boolean): void;
}): ReactElement {
  const no = () => onAnswer(false);
  useActions([{ key: "esc", also: ["q"], name: "no", run: no }]);
  return (
    <>
      <Box>
        <Line tone="head" symbol="question" text={`${question} `} />
        <ConfirmInput defaultChoice="cancel" onConfirm={() => onAnswer(true)} onCancel={no} />
      </Box>
      <Hint keys={keys} />
    </>
  );
}
