import type { Flag } from "./command.ts";

/** What stands behind a flag, or in a place of the command line: `<n>`, `[file]`, `<change...>`. */
export interface Placeholder {
  /** The word in the brackets; it also says what can stand there (`product`, `job`, `file`). */
  name: string;
  required: boolean;
  many: boolean;
}

/** A flag's notation (`-y, --yes`, `--limit <n>`) taken apart. */
export interface FlagForm {
  long: string;
  short?: string;
  value?: Placeholder;
}

/** Takes a placeholder apart. */
export function placeholder(text: string): Placeholder {
  const many = text.includes("...");
  return { name: text.replace(/[<>[\].]/g, ""), required: text.startsWith("<"), many };
}

/** Takes a flag's notation apart. */
export function flagForm({ flags }: Pick<Flag, "flags">): FlagForm {
  const [, short, long = "", value] = /^(?:(-\w), )?(--[\w-]+)(?: (\S+))?$/.exec(flags) ?? [];
  return { long, ...(short && { short }), ...(value && { value: placeholder(value) }) };
}
