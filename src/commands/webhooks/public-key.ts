import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { sandboxControl } from "../../cli/sandbox/control.ts";
import { readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";

/** Returns the public key from a file, or the embedded sandbox's key. Throws UsageError for a hosted profile without a file. */
export async function publicKeyFor(context: Context, file: string | undefined): Promise<string> {
  if (file !== undefined) {
    return await readText(context, file);
  }
  const { hosted, profile } = await context.site();
  if (hosted) {
    throw new UsageError(
      `Profile "${profile}" is a hosted site, whose webhooks are signed with the app's key.`,
      {
        field: "--key",
        hint: "Save the public key from the app's settings to a file and add: --key app.pem",
      },
    );
  }
  return (await (await sandboxControl(context))(sandbox.keys, {})).publicKey ?? "";
}
