import { answered } from "../../../cli/sign-in/answers.ts";
import { finishSignIn, requireSignedIn, verifyCode } from "../../../cli/sign-in/finish.ts";
import { requireKept } from "../../../cli/sign-in/keeping.ts";
import { printSignedIn } from "../../../cli/sign-in/who.ts";
import { readText } from "../../../cli/source.ts";
import { readText } from "../../../cli/json-source.ts";
import { printSignedIn } from "../../../cli/sign-in/active-identity.ts";
import { finishSignIn, requireSignedIn, verifyCode } from "../../../cli/sign-in/finish.ts";
import { promptAnswer } from "../../../cli/sign-in/secrets.ts";
import { requireStorage } from "../../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../../context/context.ts";
import { type ExitCode, UsageError } from "../../../kernel/errors.ts";
import { waitingLogin } from "./pending.ts";

/** Gives the verification code of the login that waits, and signs in. */
export async function run(context: Context, [typed]: string[]): Promise<ExitCode | undefined> {
  requireStorage(await context.choices.profile(), context);
  const { stateToken, arrival } = await waitingLogin(context);
  const flow = await verifyCode(context, stateToken, await codeFrom(context, typed));
  requireSignedIn(await finishSignIn(context, flow, arrival));
  await printSignedIn(context, "member");
  return undefined;
}

async function codeFrom(context: Context, typed: string | undefined): Promise<string> {
  if (typed !== undefined) return (typed === "-" ? await readText(context, "-") : typed).trim();
  const { streams, signal } = context;
  if (streams.terminal === undefined) {
    throw new UsageError("The code is missing, and there is no terminal to ask on.", {
      field: "code",
      hint: "Give it as an argument: till verify-email code <code>",
    });
  }
  const { askText } = await import("../../../ui/screens/prompt.tsx");
  return promptAnswer(await askText(streams.terminal, { question: "Code from the e-mail:", signal })).trim();
}
