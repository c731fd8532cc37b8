import type { ReactElement } from "react";
import { sanitiseLine } from "../../kernel/text.ts";
import { Text, useSpoken } from "../ink.ts";
import { styles, symbols, type Tone } from "../theme.ts";

interface LineProps {
  /** May be untrusted: control characters are made visible. */
  text: string;
  tone?: Tone;
  symbol?: keyof typeof symbols;
  /** Wrap instead of truncating with "…". */
  wrap?: boolean;
  /** The text for screen readers, if it is not `text`; empty for nothing. */
  say?: string | undefined;
}

/** A line of text with a style and a symbol. */
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

/** An answered question in the scrollback: `✔ Apply 1,204 changes? yes`. */
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
