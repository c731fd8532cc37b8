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
