import { TillError } from "../../kernel/errors.ts";

/** The result of one check. */
export interface Finding {
  /** The name of the check: `node`, `terminal`, `credentials`. */
  check: string;
  /** `broken` makes the command fail. */
  state: "ok" | "warning" | "broken";
  what: string;
  /** How to fix it: a sentence or a command. */
  todo?: string;
}

/** Returns a finding without a problem. */
export const ok = (check: string, what: string): Finding => ({ check, state: "ok", what });

/** Returns a finding that may need attention. */
export const warning = (check: string, what: string, todo: string): Finding => {
  return { check, state: "warning", what, todo };
};

/** Returns a finding that makes the command fail. */
export const broken = (check: string, what: string, todo: string): Finding => {
  return { check, state: "broken", what, todo };
};

/** Converts a TillError to a broken finding. Rethrows other errors. */
export function errorFinding(check: string, error: unknown): Finding {
  if (!(error instanceof TillError)) throw error;
  return broken(check, error.message, error.hint ?? "See the message.");
}
