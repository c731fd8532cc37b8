import type { WireInput } from "../../../api/endpoint.ts";
import type { authentication } from "../../../api/services/members/authentication.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";

/** The only valid captcha token in the sandbox. */
export const solvedCaptcha = "sandbox-captcha-ok";

type Tokens = WireInput<typeof authentication.login>["captchaTokens"];

/** The accepted kinds of tokens by value of the setting `captcha`. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  any: ["Recaptcha", "InvisibleRecaptcha", "NoCaptcha", "recaptchaForClientSiteKey"],
  visible: ["Recaptcha", "NoCaptcha", "recaptchaForClientSiteKey"],
  invisible: ["InvisibleRecaptcha"],
};

/** Throws PlatformError 400 for an invalid captcha token (-19970) or a missing required one (-19971). */
export function checkCaptcha(tx: Tx, tokens: Tokens): void {
  const given = (tokens ?? []).flatMap((one) =>
    Object.entries(one).flatMap(([kind, value]) => {
      const token =
        typeof value === "object" && value !== null
          ? Object.entries(value).find(([key]) => key === "token")?.[1]
          : value;
      return typeof token === "string" && token !== "" ? [{ kind, token }] : [];
    }),
  );
  if (given.some(({ token }) => token !== solvedCaptcha))
    throw new PlatformError(
      400,
      "-19970",
      "The captcha token is not valid (the sandbox accepts sandbox-captcha-ok)",
    );
  const required = kinds[tx.setting("captcha") ?? ""];
  if (!required || given.some(({ kind }) => required.includes(kind))) return;
  throw new PlatformError(400, "-19971", "A captcha token is missing", { captcha: required[0] });
}
