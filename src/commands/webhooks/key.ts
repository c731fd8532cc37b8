import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { readFailure } from "../../files/decode.ts";
import { UsageError } from "../../kernel/errors.ts";

/** The public key to verify with: of a file, or the embedded sandbox's own. A hosted profile needs the file: UsageError. */
export async function publicKeyFor(context: Context, file: string | undefined): Promise<string> {
  if (file !== undefined) {
    try {
      return readFileSync(resolve(context.cwd, file), "utf8");
    } catch (error) {
      throw readFailure(error, file);
    }
  }
  const { hosted, profile } = await context.site();
  if (hosted) {
    throw new UsageError(
      `Profile "${profile}" is a hosted site: its webhooks are verified with the app's key.`,
      {
        field: "--key",
        hint: "Save the public key of the app's settings in a file, and add: --key app.pem",
      },
    );
  }
  return (await (await sandboxControl(context)).keys({})).publicKey ?? "";
}
