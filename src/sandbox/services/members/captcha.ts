import type { WireInput } from "../../../api/endpoint.ts";
import type { authentication } from "../../../api/services/members/authentication.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";

/** The captcha token that the sandbox takes, as if a person had solved one. */
export const solvedCaptcha = "sandbox-captcha-ok";

type Tokens = WireInput<typeof authentication.login>["captchaTokens"];

/** Which kinds of token satisfy a value of the setting `captcha`. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  any: ["Recaptcha", "InvisibleRecaptcha", "NoCaptcha", "recaptchaForClientSiteKey"],
  visible: ["Recaptcha", "NoCaptcha", "recaptchaForClientSiteKey"],
  invisible: ["InvisibleRecaptcha"],
};

/** Refuses a wrong captcha token (-19970), and a missing one where the setting asks for it (-19971). */
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
      "The captcha token is not valid (the sandbox takes sandbox-captcha-ok)",
    );
  const asked = kinds[tx.setting("captcha") ?? ""];
  if (!asked || given.some(({ kind }) => asked.includes(kind))) return;
  throw new PlatformError(400, "-19971", "A captcha token is missing", { captcha: asked[0] });
}
