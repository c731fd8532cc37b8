import type { Flag } from "./command.ts";

/** The value of a flag or an argument: `<n>`, `[file]`, `<change...>`. */
export interface Placeholder {
  /** The word in the brackets; completion derives the values from it (`product`, `job`, `file`). */
  name: string;
  required: boolean;
  many: boolean;
}

/** The parts of a flag declaration such as `-y, --yes` or `--limit <n>`. */
export interface FlagForm {
  long: string;
  short?: string;
  value?: Placeholder;
}

/** Parses a placeholder. */
export function placeholder(text: string): Placeholder {
  const many = text.includes("...");
  return { name: text.replace(/[<>[\].]/g, ""), required: text.startsWith("<"), many };
}

/** Parses a flag declaration. */
export function flagForm({ flags }: Pick<Flag, "flags">): FlagForm {
  const [, short, long = "", value] = /^(?:(-\w), )?(--[\w-]+)(?: (\S+))?$/.exec(flags) ?? [];
  return { long, ...(short && { short }), ...(value && { value: placeholder(value) }) };
}
