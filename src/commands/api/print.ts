import type { Pages } from "../../api/query/pages.ts";
import type { Response } from "../../api/transport/transport.ts";
import type { RawOutput } from "../../cli/raw-output.ts";
import type { Context } from "../../context/context.ts";
import { redactHeaders, sanitiseLine } from "../../kernel/text.ts";
import { jsonText, writeJsonList, writeNdjson } from "../../output/json.ts";

/** Prints a response with its status and headers; with `--json`, all three in one value. */
export async function printWithHead(
  context: Context,
  output: RawOutput,
  head: Response,
  body: object,
): Promise<void> {
  if (context.format === "json") {
    const { status, headers } = head;
    const whole = { status, headers: redactHeaders(headers), body: output.choose(body) };
    return await context.streams.stdout.write(`${jsonText(whole)}\n`);
  }
  await printHead(context, head);
  await output.print(body);
}

/** Prints status and headers in HTTP notation, followed by an empty line. Secrets are redacted. */
export async function printHead({ streams }: Context, { status, headers }: Response): Promise<void> {
  const lines = Object.entries(redactHeaders(headers)).map(([name, value]) => `${name}: ${value}`);
  await streams.stdout.write(`${[`HTTP ${status}`, ...lines].map(sanitiseLine).join("\n")}\n\n`);
}

/** Prints the items of a list page by page. */
export async function printItems(context: Context, output: RawOutput, items: Pages<object>): Promise<void> {
  const { stdout } = context.streams;
  const rows = mapItems(items, output.choose);
  const total = () => items.facts.total;
  if (context.format === "ndjson") await writeNdjson(stdout, rows);
  else if (context.format === "yaml")
    await (await import("../../output/yaml.ts")).writeYamlList(stdout, rows, { total });
  else await writeJsonList(stdout, rows, { total });
}

async function* mapItems(items: AsyncIterable<object>, transform: (item: object) => object) {
  for await (const item of items) yield transform(item);
}
