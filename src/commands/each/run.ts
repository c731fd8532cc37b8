import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { checkCommand, commandLinesOf } from "../../fleet/command-lines.ts";
import { runEach } from "../../fleet/run.ts";
import { readSites } from "../../fleet/sites.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { UsageError } from "../../kernel/errors.ts";
import { shortId } from "../../kernel/ids.ts";
import { redact } from "../../kernel/text.ts";
import { parseLimits } from "../../resources/payments/totals.ts";

interface EachOptions {
  sites?: string;
  atOnce?: number;
  failFast?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  expect?: number;
  maxTotal?: string[];
  junit?: string;
}

/** Runs a command line on many sites. */
export async function run(context: Context, words: string[], options: EachOptions): Promise<CommandResult> {
  if (options.sites === undefined)
    throw new UsageError("No sites given.", {
      field: "--sites",
      hint:
        context.globals.site === undefined
          ? "For example: --sites shops.csv, --sites all, --sites @eu or --sites shop-de,shop-fr"
          : `--site names one site. Did you mean --sites ${context.globals.site}?`,
    });
  checkCommand(words);
  const sites = await readSites(context, options.sites);
  const lines = commandLinesOf([...words, ...outputFlags(context, words)], sites);
  // A mistake in the command line is reported before any site is read. --yes and --dry-run may stand behind the -- as well.
  const { undoes, options: own } = await context.parse(lines[0] ?? []);
  const { yes, dryRun } = own;
  return await runEach(context, {
    id: context.runId ?? shortId(6),
    title: redact(commandLine(...words)),
    ...(undoes && {
      keepsJobs: true,
      again: redact(commandLine("each", "--sites", options.sites, "--", ...words)),
    }),
    sites: sites.map(({ label, profile, site, values }, at) => ({
      label,
      profile,
      site,
      values,
      line: lines[at] ?? [],
    })),
    atOnce: options.atOnce ?? 8,
    yes: yes === true || options.yes === true,
    dryRun: dryRun === true || options.dryRun === true,
    failFast: options.failFast === true,
    expect: options.expect,
    limits: parseLimits(options.maxTotal ?? [], "--max-total"),
    junit: options.junit,
  });
}

/** Machine-readable output of the run contains that of the command. */
function outputFlags({ format }: Context, words: readonly string[]): string[] {
  if (words.some((word) => /^--(json|output|jq|template)(=|$)/.test(word)) || words.includes("--")) return [];
  return format === "json" ? ["--json"] : format === "ndjson" ? ["--output", "ndjson"] : [];
}
