import { activeIdentity, printIdentity } from "../../cli/sign-in/active-identity.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

/** Prints the active identity from stored credentials. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const identity = await activeIdentity(context);
  await printIdentity(context, identity);
  if (identity.role === "none" && context.format === "table")
    await context.notice("Not signed in. To sign in, run: till login");
  return undefined;
}
