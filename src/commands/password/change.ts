import { authentication } from "../../api/endpoints/authentication.ts";
import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { readSecret } from "../sign-in/answers.ts";
import { announceWriting } from "../writing.ts";

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
