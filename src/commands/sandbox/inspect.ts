import { openBrowser } from "../../cli/browser.ts";
import { inspectorAddress, type SandboxTarget } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";

interface InspectOptions extends SandboxTarget {
  print?: boolean;
}

/** Opens the inspector of a running sandbox in the browser, or prints its URL. */
export async function run(
  context: Context,
  _args: string[],
  { print = false, ...target }: InspectOptions,
): Promise<undefined> {
  const address = await inspectorAddress(context, target);
  if (address === undefined)
    throw new TillError(exitCodes.failure, "Only a running sandbox has an inspector.", {
      code: "NOT_RUNNING",
      hint: "Serve this sandbox with till sandbox start, then name it: --name, --port or --url",
    });
  if (print) {
    await context.streams.stdout.write(`${address}\n`);
    return;
  }
  await context.notice(`Opening ${address.replace(/#.*/, "")} in the browser.`);
  await openBrowser(address, context.environment.variables.BROWSER);
}
