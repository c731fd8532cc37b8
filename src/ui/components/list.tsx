import { type ReactElement, useRef } from "react";
import { displayWidth, fit, padEnd, sanitizeLine } from "../../kernel/text.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { Box, ConfirmInput, Text, useSpoken } from "../terminal.ts";
import { paint, paintOnTint, symbols, type Tone } from "../theme.ts";
import { Hint, Line } from "./frame.tsx";

/** Returns the selected item and its position, for screen readers: `2 of 3: main`. */
export function spokenSelection(items: readonly string[], selected: number): string {
  const item = items[selected];
  return item === undefined ? "no items" : `${selected + 1} of ${items.length}: ${sanitizeLine(item)}`;
}

interface ListProps {
  items: readonly string[];
  selected: number;
  /** The maximum height, in rows. */
  height: number;
  /** The maximum width, in columns. */
  width: number;
}

/** A list with a selected item. Only the visible items are rendered; a screen reader reads the selected one. */
export function List({ items, selected, height, width }: ListProps): ReactElement {
  const start = useRef(0);
  const seen = windowAround(selected, items.length, height, start.current);
  start.current = seen.start;
  if (useSpoken()) return <Text>{spokenSelection(items, selected)}</Text>;
  return (
    <Box flexDirection="column">
      {items.slice(seen.start, seen.end).map((item, offset) => {
        const index = seen.start + offset;
        return <Choice key={index} text={item} isChosen={index === selected} width={width} />;
      })}
    </Box>
  );
}

/** An item of a list, over the full width. */
export function Choice({
  text,
  isChosen,
  bar = "",
  places,
  isDim = false,
  width,
}: {
  text: string;
  /** A drawing after the text, in the accent. */
  bar?: string;
  /** The letters that are underlined, by their places in the text. */
  places?: ReadonlySet<number> | undefined;
  isChosen: boolean;
  isDim?: boolean | undefined;
  width: number;
}): ReactElement {
  const mark = isChosen ? symbols.chosen : " ";
  const plain = padEnd(fit(sanitizeLine(text), width - 2 - bar.length), bar ? 0 : width - 2);
  const line = `${mark} ${places?.size ? underlined(plain, places) : plain}`;
  const rest = bar && " ".repeat(Math.max(0, width - 2 - displayWidth(plain) - bar.length));
  if (isChosen) return <Text>{paint(line + paintOnTint(bar, "key") + rest, "chosen")}</Text>;
  return <Text>{(isDim ? paint(line, "dim") : line) + paint(bar, "key")}</Text>;
}

/** Returns a text with letters underlined, which is visible without colors, too. */
const underlined = (text: string, places: ReadonlySet<number>): string =>
  text
    .split("")
    .map((letter, at) => (places.has(at) ? `\x1b[4m${letter}\x1b[24m` : letter))
    .join("")
    .replaceAll("\x1b[24m\x1b[4m", "");

/** The visible part of a list, from `start` up to but not including `end`. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the part of `count` rows that is visible in `height` rows: `selected` is in it, and it moves as little as
 * possible from the `previous` start.
 */
export function windowAround(selected: number, count: number, height: number, previous = 0): Window {
  const size = Math.max(0, Math.min(count, height));
  const lowest = Math.min(selected, count - size);
  const start = Math.max(0, Math.min(Math.max(previous, selected - size + 1), lowest));
  return { start, end: start + size };
}

/**
 * Returns the selected index after a movement key (`up`, `down`, `pageup`, `pagedown`, `home`, `end`, `j`, `k`); other
 * keys do not change it.
 */
export function moveSelection(selected: number, key: string, count: number, page: number): number {
  const steps: Record<string, number> = {
    up: -1,
    k: -1,
    down: 1,
    j: 1,
    pageup: -page,
    pagedown: page,
    home: -count,
    end: count,
  };
  return Math.max(0, Math.min(count - 1, selected + (steps[key] ?? 0)));
}

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
      <Hint keys={[{ key: "y", name: "yes" }, ...others, { key: "n", name: "no" }]} />
    </>
  );
}
