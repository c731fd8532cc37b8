/** The value of `--color`; true and false are `--color` without a value and `--no-color`. */
export type ColourFlag = "auto" | "always" | "never" | boolean | undefined;

/** The environment variables for colour. Empty ones count as absent. */
export interface ColourVariables {
  readonly NO_COLOR?: string | undefined;
  readonly FORCE_COLOR?: string | undefined;
  readonly CLICOLOR_FORCE?: string | undefined;
  readonly CLICOLOR?: string | undefined;
  readonly TERM?: string | undefined;
  readonly COLORTERM?: string | undefined;
}

/**
 * Returns whether a stream gets colour. The first of these decides: the flag, NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE,
 * CLICOLOR=0, TERM=dumb, the stored setting, and whether the stream is a terminal. FORCE_COLOR=0 (or false) turns it off.
 */
export function colourFor({
  flag,
  stored,
  env,
  isTTY,
}: {
  flag?: ColourFlag;
  stored?: ColourFlag;
  env: ColourVariables;
  isTTY: boolean;
}): boolean {
  if (flag === "always" || flag === true) return true;
  if (flag === "never" || flag === false) return false;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return !isOff(env.FORCE_COLOR);
  if (env.CLICOLOR_FORCE && !isOff(env.CLICOLOR_FORCE)) return true;
  if (env.CLICOLOR && isOff(env.CLICOLOR)) return false;
  if (env.TERM === "dumb") return false;
  if (stored === "always" || stored === "never") return stored === "always";
  return isTTY;
}

/** A number of colours beyond 16. */
export type ManyColours = 256 | 16_777_216;

/** Returns the number of colours of a terminal according to its name or COLORTERM, or undefined if unknown. */
export function coloursOf({ TERM = "", COLORTERM }: ColourVariables): ManyColours | undefined {
  if (COLORTERM === "truecolor" || COLORTERM === "24bit") return 16_777_216;
  return COLORTERM || /-256color$|-direct$|kitty|alacritty|ghostty|foot|wezterm/.test(TERM) ? 256 : undefined;
}

function isOff(value: string): boolean {
  return value === "0" || value.toLowerCase() === "false";
}
