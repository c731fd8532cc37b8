import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { jsonText } from "../../output/json.ts";

/** Prints the path of the settings file; in other formats every place where something is kept. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const { streams, format, paths } = context;
  const { settingsFile, credentialsFile, sandboxFile, jobs, cache } = paths;
  const places = { _kind: "paths", settingsFile, credentialsFile, sandboxFile, jobs, cache };
  if (format === "table") await streams.stdout.write(`${settingsFile}\n`);
  else if (format === "yaml")
    await streams.stdout.write((await import("../../output/yaml.ts")).yamlText(places));
  else await streams.stdout.write(`${jsonText(places, streams.stdout.isTTY ? 2 : undefined)}\n`);
  return undefined;
}
