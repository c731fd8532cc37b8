import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { jsonText } from "../../output/json.ts";

/** Prints the public key that the sandbox's webhooks are verified with: PEM, or JSON where it is asked for. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const { algorithm, publicKey } = await (await sandboxControl(context)).keys({});
  const text = context.format === "table" ? publicKey : `${jsonText({ algorithm, publicKey })}\n`;
  await context.streams.stdout.write(text ?? "");
  return undefined;
}
