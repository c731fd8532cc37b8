import { recovery } from "../../../api/services/members/recovery.ts";
import { announceWriting } from "../../../cli/writing.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { type MailOptions, mailFields } from "./mail.ts";

/** Has the platform send a member the e-mail that sets a first password. */
export async function run(
  context: Context,
  [identityId = ""]: string[],
  options: MailOptions,
): Promise<ExitCode | undefined> {
  const client = await context.client({ recovery }, "admin");
  const emailOptions = await mailFields(context, options);
  const input = { identityId, ...(Object.keys(emailOptions).length > 0 && { emailOptions }) };
  await announceWriting(context);
  await client.recovery.activationEmail(input, { signal: context.signal });
  await context.notice("The e-mail was sent.");
  return undefined;
}
