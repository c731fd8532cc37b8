import type { Context } from "../context/context.ts";

/**
 * Says how a page of the embedded sandbox is seen, where `answer` holds the address of one: between two commands nobody
 * serves it.
 */
export async function noteUnserved(context: Context, answer: unknown): Promise<void> {
  const [, page] = /"http:\/\/sandbox\.localhost(\/[^"]*)"/.exec(JSON.stringify(answer)) ?? [];
  if (page === undefined) return;
  await context.notice(
    `Nobody serves this address yet. To see it: till sandbox start --port 8787, then open http://127.0.0.1:8787${page}`,
  );
}
