import { readFileSync } from "node:fs";

/** Returns the page of the events in a worker's log, from the type of its lines. */
export function workerLogPage(): string {
  const source = readFileSync("src/workers/log.ts", "utf8");
  const part = (from: string, to: string) => source.split(from)[1]?.split(to)[0] ?? "";
  const webhookFields = fieldsOf(part("interface WebhookFacts {", "\n}"));
  const rows = part("export type WorkerEvent =", "};\n\n")
    .split("\n  | ")
    .slice(1)
    .map((type) => {
      const events = /event: ([^;]+);?/.exec(type)?.[1]?.match(/"[^"]+"/g) ?? [];
      const fields = [...(type.includes("WebhookFacts") ? webhookFields : []), ...fieldsOf(type)];
      return `| ${events.map((name) => quoted(name.slice(1, -1))).join(", ")} | ${fields
        .filter((name) => name !== "event")
        .map(quoted)
        .join(", ")} |`;
    });
  return `# The log of a worker

A worker writes one JSON object per line to stdout. Every line has \`time\`, \`level\` (\`info\`, \`warn\` or \`error\`), \`event\` and \`worker\`.
A field without a value is left out.

| event | fields |
|---|---|
${rows.join("\n")}

\`seconds\` is the time until the next attempt. \`job.progress\` counts steps every 10 seconds. \`job.request\` has the ID of each request that
changed something or failed; quote it when you contact Wix support. \`task.returned\`: the task went back to the queue, or to another
worker. \`why\` is \`late\` or \`busy\`. \`webhook.dropped\` follows the eighth response other than 2xx.
`;
}

const fieldsOf = (type: string): string[] => [...type.matchAll(/(\w+)\??: /g)].map(([, name = ""]) => name);
const quoted = (text: string): string => `\`${text}\``;
