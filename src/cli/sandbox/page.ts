import type { Context } from "../../context/context.ts";

/** Prints how to open a page of the embedded sandbox, if the response holds the URL of one: no server is running yet. */
export async function noteSandboxPage(context: Context, response: unknown): Promise<void> {
  const [, page] = /"http:\/\/sandbox\.localhost(\/[^"]*)"/.exec(JSON.stringify(response)) ?? [];
  if (page === undefined) return;
  await context.notice(
    `No server is running at this URL yet. Run till sandbox start --port 8787, then open http://127.0.0.1:8787${page}`,
  );
}
