import { type BulkResponse, countItems } from "../api/bulk-results.ts";
import { type Endpoint, valueAt } from "../api/endpoint.ts";
import { schemaBelow } from "../api/schema-fields.ts";
import type { Context } from "../context/context.ts";
import { type ExitCode, exitCodes } from "../kernel/errors.ts";
import { type Ends, exitOf } from "../kernel/exit-of.ts";
import { isRecord } from "../kernel/json.ts";

/**
 * Says how many items of a bulk call failed, and of how many the response does not say whether they were done. Returns the exit
 * code for them; undefined if all were done, or the call is for one object.
 */
export async function bulkExit(
  context: Pick<Context, "notice">,
  endpoint: Endpoint,
  input: unknown,
  body: unknown,
): Promise<ExitCode | undefined> {
  const ends = itemsOf(endpoint, input, body);
  // A read changes nothing, so that no outcome is unknown.
  const unknown = endpoint.effect === "read" ? 0 : ends.unknown;
  const total = ends.done + ends.failed + ends.unknown;
  if (ends.failed > 0) await context.notice(`${ends.failed} of ${total} failed.`);
  if (unknown > 0) {
    const what = `${unknown} of ${total}: the response of the platform does not say whether it was done.`;
    await context.notice(`${what} Check before you run it again.`);
  }
  const exitCode = exitOf({ ...ends, unknown });
  return exitCode === exitCodes.ok ? undefined : exitCode;
}

/** Counts the items of a bulk call by outcome: the platform responds with 200 even if some of them fail. */
function itemsOf({ result }: Endpoint, input: unknown, body: unknown): Ends {
  const [key = "", sent = []] =
    Object.entries(isRecord(input) ? input : {}).find(
      ([name, value]) => Array.isArray(value) && name !== "fields",
    ) ?? [];
  const items = sent as readonly unknown[];
  if (schemaBelow(result, { key: "bulkActionMetadata" }) || isRecord(valueAt(body, "bulkActionMetadata")))
    return countItems(
      body as BulkResponse,
      items.map((item) => (typeof item === "string" ? item : undefined)),
    );
  if (!schemaBelow(result, { key: "errors" })) return { unknown: 0, failed: 0, done: items.length };
  // Other bulk calls return the errors, and those that write also return the items under their name in the request.
  const errors = valueAt(body, "errors");
  const failed = Array.isArray(errors) ? errors.length : 0;
  const written = valueAt(body, key);
  const returnsItems = schemaBelow(result, { key });
  const done = !returnsItems ? items.length - failed : Array.isArray(written) ? written.length : 0;
  return { failed, done, unknown: Math.max(0, items.length - failed - done) };
}
