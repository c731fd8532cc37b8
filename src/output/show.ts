import { UsageError } from "../kernel/errors.ts";
import { sanitise } from "../kernel/text.ts";
import { memoryStreams } from "./memory-streams.ts";
import { type Shown, throughPager } from "./pager.ts";
import type { Streams } from "./streams.ts";

/** How the result is transformed before it is printed. */
export interface ShowOptions {
  jq?: string | undefined;
  template?: string | undefined;
  /** The value of `--output`. `--jq` and `--template` require JSON. */
  output?: string | undefined;
  /** Whether long results are paged, and the pager command (absent: less). */
  paged?: boolean | undefined;
  pager?: string | undefined;
}

/** Returns the streams of one command with a pager, jq filter or template. Throws UsageError for an invalid filter. */
export async function showThrough(streams: Streams, options: ShowOptions): Promise<Shown | undefined> {
  const change = await changeOf(options);
  const pages = options.paged ? throughPager(streams, options.pager) : undefined;
  if (change === undefined) return pages;
  const { stdout } = pages?.streams ?? streams;
  const result = memoryStreams({ columns: stdout.columns, rows: stdout.rows });
  return {
    streams: { ...streams, stdout: result.stdout },
    async end(complete) {
      // Incomplete JSON cannot be filtered.
      const text = complete ? await change(result.text.stdout, stdout.isTTY) : "";
      await stdout.write(stdout.isTTY ? sanitise(text) : text);
      await pages?.end(complete);
    },
  };
}

async function changeOf({
  jq,
  template,
  output,
}: ShowOptions): Promise<((json: string, terminal: boolean) => string | Promise<string>) | undefined> {
  if (jq === undefined && template === undefined) return undefined;
  const flag = jq === undefined ? "--template" : "--jq";
  const other =
    jq !== undefined && template !== undefined
      ? "--template"
      : output !== undefined && output !== "json"
        ? `--output ${output}`
        : undefined;
  if (other !== undefined)
    throw new UsageError(`${flag} works on JSON output and cannot be combined with ${other}.`, {
      field: flag,
    });
  if (jq !== undefined) return await (await import("./jq.ts")).openJq(jq);
  const { fillTemplate, parseTemplate } = await import("./template.ts");
  const filled = parseTemplate(template ?? "");
  return (json) => fillTemplate(filled, json);
}
