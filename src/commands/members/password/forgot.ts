import { recovery } from "../../../api/services/members/recovery.ts";
import { announceWriting } from "../../../cli/writing.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { type MailOptions, mailFields } from "./mail.ts";

/** Has the platform send a recovery e-mail. */
export async function run(
  context: Context,
  [email = ""]: string[],
  options: MailOptions,
): Promise<ExitCode | undefined> {
  const client = await context.client({ recovery });
  const input = { email, ...(await mailFields(context, options)) };
  await announceWriting(context);
  await client.recovery.sendEmail(input, { signal: context.signal });
  await context.notice(
    `If ${email} is a member, a link is on its way. Go on with it in a browser, or with: till password recover`,
  );
  return undefined;
}
