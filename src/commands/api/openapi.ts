import { openApiOf } from "../../api/contract/openapi.ts";
import { type Domain, domains } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { toolVersion } from "../../kernel/version.ts";
import { jsonText } from "../../output/json.ts";

/** Prints the OpenAPI description of the platform, or of one domain, as YAML or JSON. */
export async function printOpenApi(
  context: Context,
  [domain, ...more]: readonly string[],
): Promise<undefined> {
  const names = Object.keys(domains) as Domain[];
  const chosen = domain === undefined ? names : names.filter((name) => name === domain);
  if (more.length > 0 || chosen.length === 0) {
    const guess = domain === undefined ? undefined : nearest(domain, names);
    throw new UsageError(
      `There is no domain "${[domain, ...more].join(" ")}".${guess === undefined ? "" : ` Did you mean ${guess}?`}`,
      { field: "path", hint: `Domains: ${names.join(", ")}` },
    );
  }
  const description = await openApiOf(chosen, toolVersion);
  const { stdout } = context.streams;
  if (context.format === "json" || context.format === "ndjson")
    await stdout.write(`${jsonText(description, context.format === "json" ? 2 : undefined)}\n`);
  else await stdout.write((await import("../../output/yaml.ts")).yamlText(description));
  return undefined;
}
