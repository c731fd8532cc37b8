import { activeIdentity, printIdentity } from "../../../cli/sign-in/active-identity.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";

/** Says who the profile is, from what is stored. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const who = await activeIdentity(context);
  await printIdentity(context, who);
  if (who.role === "none" && context.format === "table")
    await context.notice("Nobody is signed in. Sign in with: till login");
  return undefined;
}
