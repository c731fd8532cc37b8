import type { ReactElement, ReactNode } from "react";
import { displayWidth, fit, sanitize, sanitizeLine, wrap } from "../../kernel/text.ts";
import { type KeyAction, keyLabel } from "../keys.ts";
import { describeTarget, type Target } from "../question.ts";
import { Box, Text, useSize, useSpoken } from "../terminal.ts";
import { styles, symbols, type Tone } from "../theme.ts";
import { type DrawnLine, filledCells } from "./charts.ts";

/** The shop that a screen works on. */
export function TargetLine({ target }: { target: Target }): ReactElement {
  return <Text {...styles[target.live ? "live" : "dim"]}>{sanitizeLine(describeTarget(target))}</Text>;
}

/** The layout of a screen: title, target, content and footer. */
export function Frame(props: {
  title?: string | undefined;
  target?: Target;
  footer?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const { title, target, footer, children } = props;
  return (
    <Box flexDirection="column">
      {title !== undefined && <Text {...styles.head}>{sanitizeLine(title)}</Text>}
      {target && <TargetLine target={target} />}
      {children}
      {footer}
    </Box>
  );
}

/** A progress bar with its percentage: `██████░░░░  61%`. `width` is the width of the bar alone. */
export function Bar({ value, total, width }: { value: number; total: number; width: number }): ReactElement {
  const spoken = useSpoken();
  const filled = filledCells(value, total, width);
  const percent = total > 0 ? Math.floor((Math.min(value, total) / total) * 100) : 0;
  if (spoken) return <Text>{`${percent} percent`}</Text>;
  return (
    <Text wrap="truncate">
      <Text {...styles.done}>{symbols.barFull.repeat(filled)}</Text>
      <Text {...styles.dim}>{symbols.barEmpty.repeat(Math.max(0, width - filled))}</Text>
      {` ${String(percent).padStart(3)}%`}
    </Text>
  );
}

/** The line between two panes, with a blank on its right: thick if the right one receives the keys. */
export function Divider({
  height,
  isFocused = false,
  ascii,
}: {
  height: number;
  isFocused?: boolean;
  ascii?: boolean | undefined;
}): ReactElement | null {
  if (useSpoken()) return null;
  const line = ascii ? "|" : isFocused ? "┃" : "│";
  return (
    <Box width={2} flexShrink={0}>
      <Text {...styles[isFocused ? "key" : "dim"]}>{Array<string>(height).fill(line).join("\n")}</Text>
    </Box>
  );
}

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
      {mark + sanitizeLine(spoken ? (say ?? text) : text)}
    </Text>
  );
}

/** Lines that fill a width: text and drawings. */
export function Drawing({ width, lines }: { width: number; lines: readonly DrawnLine[] }): ReactElement {
  return (
    <Box width={width} flexDirection="column">
      {lines.map(({ text, tone, say }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Line key={index} text={text === "" ? " " : text} tone={tone ?? "plain"} say={say} />
      ))}
    </Box>
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
      {`${sanitizeLine(question)} `}
      <Text {...styles.head}>{sanitizeLine(answer)}</Text>
    </Text>
  );
}

/** Scrollable text below a heading. */
export function Lines(props: {
  title: string;
  lines: readonly string[];
  scroll: number;
  width: number;
  height: number;
}): ReactElement {
  const { title, lines, scroll, width, height } = props;
  const room = Math.max(1, height - 1);
  const start = Math.max(0, Math.min(scroll, lines.length - room));
  const below = lines.length - start - room;
  const seen = below > 0 ? lines.slice(start, start + room - 1) : lines.slice(start, start + room);
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{fit(sanitizeLine(title), width)}</Text>
      {seen.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Text key={start + index}>{fit(sanitizeLine(line), width)}</Text>
      ))}
      {below > 0 && <Text {...styles.dim}>{`↓ ${below + 1} more`}</Text>}
    </Box>
  );
}

/** Returns the hints that fit into the width; the last `kept` always stay. */
export function fitHints<Key extends Pick<KeyAction, "key" | "name">>(
  keys: readonly Key[],
  width: number,
  kept: number,
): readonly Key[] {
  const [first, last] = [keys.slice(0, -kept), keys.slice(-kept)];
  const size = (part: readonly Key[]) =>
    part.reduce((sum, { key, name }) => sum + displayWidth(`${key} ${name}  `), -2);
  const most = first.findLastIndex((_, index) => size([...first.slice(0, index + 1), ...last]) <= width);
  return [...first.slice(0, most + 1), ...last];
}

/**
 * The hint bar: keys and their actions, as many as fit and always the last one, unavailable ones dim. `explanation` replaces
 * it to say why a key did nothing.
 */
export function Hint({
  keys,
  explanation,
}: {
  keys: readonly Pick<KeyAction, "key" | "name" | "unavailable">[];
  explanation?: string | undefined;
}): ReactElement {
  const spoken = useSpoken();
  const { columns } = useSize();
  if (explanation !== undefined) return <Text {...styles.warning}>{sanitizeLine(explanation)}</Text>;
  if (spoken) {
    const available = keys.filter(({ unavailable }) => unavailable === undefined);
    if (available.length === 0) return <Text />;
    return <Text>{`Keys: ${available.map(({ key, name }) => `${keyLabel(key)} ${name}`).join(", ")}`}</Text>;
  }
  return (
    <Text wrap="truncate">
      {fitHints(keys, columns, 1).map(({ key, name, unavailable }, index) => (
        <Text key={key} {...(unavailable === undefined ? styles.plain : styles.dim)}>
          {index > 0 && "  "}
          <Text {...(unavailable === undefined ? styles.key : styles.dim)}>{keyLabel(key)}</Text>
          {` ${name}`}
        </Text>
      ))}
    </Text>
  );
}

/** The most lines of a message. */
const most = 6;

/**
 * Returns a message as at most six lines, the last of which ends with `…` if more follow; indented lines, which align with a
 * caret, are not wrapped.
 */
export function messageLines(text: string, width: number): string[] {
  const lines = sanitize(text)
    .split("\n")
    .flatMap((line) => (line.startsWith("  ") ? [line] : wrap(line, width)));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), fit(`${lines[most - 1]} …`, width)];
}
