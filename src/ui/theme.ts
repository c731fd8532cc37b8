import type { TextProps } from "./ink.ts";

type Look = Pick<TextProps, "color" | "bold" | "dimColor" | "inverse">;

/** How things look, by what they mean. Everything else keeps the terminal's own colour. */
export const looks = {
  plain: {},
  head: { bold: true },
  dim: { dimColor: true },
  key: { color: "cyan" },
  done: { color: "green" },
  failed: { color: "red" },
  warning: { color: "yellow" },
  live: { color: "yellow", bold: true },
  chosen: { inverse: true },
} as const satisfies Record<string, Look>;

export type Tone = keyof typeof looks;

/** Each stands before a word that says the same, and each is one column wide. */
export const symbols = {
  done: "✔",
  failed: "✖",
  unknown: "?",
  warning: "!",
  question: "?",
  chosen: "❯",
  marked: "●",
  cursor: "▏",
  barFull: "█",
  barEmpty: "░",
} as const;
