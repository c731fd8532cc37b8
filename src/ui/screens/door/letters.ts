/** Words in letters of five lines, to be read from afar. */
const letters = {
  IN: ["█ █   █", "█ ██  █", "█ █ █ █", "█ █  ██", "█ █   █"],
  NO: ["█   █  ███ ", "██  █ █   █", "█ █ █ █   █", "█  ██ █   █", "█   █  ███ "],
  "...": ["           ", "           ", "           ", "           ", "██  ██  ██ "],
} as const;

/** Returns the five lines of a word; `ascii` draws them with `#`. */
export const bigWord = (word: keyof typeof letters, ascii: boolean): string[] =>
  letters[word].map((line) => (ascii ? line.replaceAll("█", "#") : line));
