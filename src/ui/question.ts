import { amountIn } from "./format.ts";

/** The shop that a screen works on: its profile, its site, and whether that is a live one. */
export interface Target {
  readonly profile: string;
  readonly site?: string | undefined;
  readonly live: boolean;
}

/** Returns whether a target is the embedded sandbox that every user has. */
export const isSandbox = ({ profile, site, live }: Target): boolean =>
  !live && site === undefined && profile === "sandbox";

/** Describes a target: `LIVE site Blue Mugs (profile main)`, `sandbox (profile test)` or `sandbox`. */
export function describeTarget(target: Target): string {
  const { profile, site, live } = target;
  if (isSandbox(target)) return "sandbox";
  const shop = live ? `LIVE site${site === undefined ? "" : ` ${site}`}` : (site ?? "sandbox");
  return `${shop} (profile ${profile})`;
}

/**
 * Returns why the typed text does not confirm; undefined if it does. `1204` equals `1,204`, and `33.82` confirms `33.82 USD`: the
 * amount is what protects from mistakes, not its currency.
 */
export function checkTyped(typed: string, expected: string): string | undefined {
  const bare = (text: string) => (/^[\d,\s]+$/.test(text) ? text.replace(/[,\s]/g, "") : text.trim());
  const amount = amountIn(expected) ?? expected;
  if (typed.trim() !== "" && [expected, amount].some((text) => bare(typed) === bare(text))) return undefined;
  return `This is not ${expected}. Type it exactly and press Enter, or press Esc to cancel.`;
}
