import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { jsonText } from "../../output/json.ts";
import { controlOf } from "../sandbox-control.ts";

/** Prints the public key that the sandbox's webhooks are verified with: PEM, or JSON where it is asked for. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const { algorithm, publicKey } = await (await controlOf(context)).keys({});
  const text = context.format === "table" ? publicKey : `${jsonText({ algorithm, publicKey })}\n`;
  await context.streams.stdout.write(text ?? "");
  return undefined;
}
