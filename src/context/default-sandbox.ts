import type { EffectiveProfile } from "../config/effective-profile.ts";
import { type Environment, shopVariables } from "../config/environment.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";

/** Returns whether the environment is a reason not to use the embedded sandbox by default. */
export const mayMeanShop = ({ variables, empty, ci }: Pick<Environment, "variables" | "empty" | "ci">) =>
  ci || shopVariables.some((variable) => variables[variable] !== undefined || empty.includes(variable));

/**
 * Throws TillError (exit 4) if a command would use the embedded sandbox although the environment points to a shop: a variable
 * that selects a shop is set (often empty, because a secret is missing), or the command `changes` something in CI. The sandbox
 * is meant if --profile or TILL_PROFILE names it, in a story, and with a recording of another platform.
 */
export function requireSandboxMeant(
  { platform, origins: { name } }: Pick<EffectiveProfile, "platform" | "origins">,
  { variables, empty, ci }: Pick<Environment, "variables" | "empty" | "ci">,
  changes: boolean,
): void {
  const isNamed = name?.origin === "flag" || name?.source === "TILL_PROFILE";
  if (platform !== "sandbox" || isNamed || variables.TILL_TAPE?.startsWith("replay")) return;
  const missing = shopVariables.find((variable) => empty.includes(variable));
  if (missing !== undefined)
    throw notMeant(
      `${missing} is set but empty, and no profile is selected.`,
      `Set ${missing} (a missing secret leaves it empty), or unset it.`,
      missing,
    );
  const stated = shopVariables.find((variable) => variables[variable] !== undefined);
  if (stated !== undefined)
    throw notMeant(
      `${stated} is set, but neither credentials nor a profile are.`,
      "Set TILL_API_KEY as well, or add: --profile <name>.",
      stated,
    );
  if (changes && ci && name?.origin === "default" && variables.TILL_STORY === undefined)
    throw notMeant(
      "CI is set, and no profile is selected: this command would change the embedded sandbox.",
      "Select a shop (TILL_API_KEY and TILL_SITE_ID, or --profile <name>).",
      "CI",
    );
}

function notMeant(message: string, hint: string, field: string): TillError {
  return new TillError(exitCodes.auth, message, {
    code: "SHOP_NOT_SELECTED",
    field,
    hint: `Nothing was sent. ${hint} To use the embedded sandbox: TILL_PROFILE=sandbox`,
  });
}
