import { TillError } from "../../kernel/errors.ts";

/** What one check found. */
export interface Finding {
  /** `node`, `terminal`, `credentials` … */
  check: string;
  /** `broken` makes the command fail; `warning` is worth a look. */
  state: "ok" | "warning" | "broken";
  what: string;
  /** What to do about it: a sentence or a command. */
  todo?: string;
}

/** All is well. */
export const fine = (check: string, what: string): Finding => ({ check, state: "ok", what });

/** Worth a look. */
export const warning = (check: string, what: string, todo: string): Finding => {
  return { check, state: "warning", what, todo };
};

/** Something does not work. */
export const broken = (check: string, what: string, todo: string): Finding => {
  return { check, state: "broken", what, todo };
};

/** What a check stumbled over; what is no error of ours is thrown on. */
export function failure(check: string, error: unknown): Finding {
  if (!(error instanceof TillError)) throw error;
  return broken(check, error.message, error.hint ?? "See the message.");
}
