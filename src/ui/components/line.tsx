import type { ReactElement } from "react";
import { sanitiseLine } from "../../kernel/text.ts";
import { Text, useSpoken } from "../ink.ts";
import { styles, symbols, type Tone } from "../theme.ts";

interface LineProps {
  /** Any text, also untrusted: what could drive the terminal is made visible. */
  text: string;
  tone?: Tone;
  symbol?: keyof typeof symbols;
  /** Break over several lines instead of ending in "…". */
  wrap?: boolean;
  /** What is read out in its place, where it is a drawing. */
  say?: string | undefined;
}

/** One line of text with its meaning: colour and symbol never stand without the words. */
export function Line({ text, tone = "plain", symbol, wrap = false, say }: LineProps): ReactElement | null {
  const spoken = useSpoken();
  if (spoken && say === "") return null;
  const mark = symbol === undefined || spoken ? "" : `${symbols[symbol]} `;
  return (
    <Text {...styles[tone]} wrap={wrap ? "wrap" : "truncate"}>
      {mark + sanitiseLine(spoken ? (say ?? text) : text)}
    </Text>
  );
}

/** An answered question as it stays in the scrollback: `✔ Apply 1,204 changes? yes`. */
export function Answered({
  question,
  answer,
  ok = true,
}: {
  question: string;
  answer: string;
  ok?: boolean;
}): ReactElement {
  return (
    <Text>
      <Text aria-hidden {...styles[ok ? "done" : "failed"]}>
        {`${symbols[ok ? "done" : "failed"]} `}
      </Text>
      {`${sanitiseLine(question)} `}
      <Text {...styles.head}>{sanitiseLine(answer)}</Text>
    </Text>
  );
}
