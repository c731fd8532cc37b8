import { UsageError } from "../kernel/errors.ts";
import { sanitise } from "../kernel/text.ts";
import { memoryStreams } from "./memory-streams.ts";
import { type Shown, throughPager } from "./pager.ts";
import type { Streams } from "./streams.ts";

/** What is done to the result before it is shown. */
export interface ShowOptions {
  jq?: string | undefined;
  template?: string | undefined;
  /** How it was asked to be printed; `--jq` and `--template` work on JSON only. */
  output?: string | undefined;
  /** Whether long results go through a pager, and through which (absent: the usual one). */
  paged?: boolean | undefined;
  pager?: string | undefined;
}

/** The streams of one command, through a pager, a jq filter or a template as asked; a bad filter fails before it runs. */
export async function showThrough(streams: Streams, options: ShowOptions): Promise<Shown | undefined> {
  const change = await changeOf(options);
  const pages = options.paged ? throughPager(streams, options.pager) : undefined;
  if (change === undefined) return pages;
  const { stdout } = pages?.streams ?? streams;
  const result = memoryStreams({ columns: stdout.columns, rows: stdout.rows });
  return {
    streams: { ...streams, stdout: result.stdout },
    async end(complete) {
      // A part of JSON is none.
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
    throw new UsageError(`${flag} works on JSON and decides what is printed; it cannot go with ${other}.`, {
      field: flag,
    });
  if (jq !== undefined) return await (await import("./jq.ts")).openJq(jq);
  const { fillTemplate, parseTemplate } = await import("./template.ts");
  const filled = parseTemplate(template ?? "");
  return (json) => fillTemplate(filled, json);
}
