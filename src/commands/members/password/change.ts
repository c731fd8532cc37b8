import { authentication } from "../../../api/services/members/authentication.ts";
import { readSecret } from "../../../cli/sign-in/secrets.ts";
import { announceWriting } from "../../../cli/writing.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";

/** Changes the password of the member who is signed in. */
export async function run(
  context: Context,
  _: string[],
  { passwordFile }: { passwordFile?: string },
): Promise<ExitCode | undefined> {
  const client = await context.client({ authentication }, "member");
  const newPassword = await readSecret(context, {
    what: "new password",
    file: passwordFile,
    flag: "--password-file",
    question: "New password:",
    twice: true,
  });
  await announceWriting(context);
  await client.authentication.changePassword({ newPassword }, { signal: context.signal });
  await context.notice("The password was changed.");
  return undefined;
}
