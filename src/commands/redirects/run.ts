import { once } from "node:events";
import type { WireInput } from "../../api/endpoint.ts";
import type { RedirectSession } from "../../api/services/redirects/models/redirect.ts";
import { redirects } from "../../api/services/redirects/redirects.ts";
import { openBrowser } from "../../cli/browser.ts";
import type { FieldOptions } from "../../cli/field-flags.ts";
import { type GivenField, givenFields, pointAtFlags, type ReadFields, readFields } from "../../cli/fields.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { callbackField, placeField, redirectRequest } from "./targets.ts";

interface RedirectFlags extends FieldOptions {
  callback?: string[];
  prompt?: string;
  locationType?: string;
  open?: boolean;
}

/** Makes a redirect session and prints its address; `--open` hands it to the browser. */
export async function run(
  context: Context,
  [target = ""]: string[],
  options: RedirectFlags,
): Promise<ExitCode | undefined> {
  const { clientId } = await context.site();
  const { member, base, note } = redirectRequest(target, clientId);
  const own = await givenFields(context, options);
  const placed = [...flagFields(options), ...own.map((field) => placeField(member, field))];
  const fields = await readFields(context, redirects.createRedirectSession, options, placed, base);
  if (note !== undefined) await context.notice(note);
  await announceWriting(context);
  if (options.open) return await openSession(context, fields);
  await madeSession(context, fields);
  return undefined;
}

/** Makes a session and opens its page. The embedded sandbox serves the page from here until Ctrl-C. */
async function openSession(context: Context, fields: ReadFields): Promise<ExitCode | undefined> {
  const { serve } = await context.identity();
  const served = await serve((error) => void context.notice(`sandbox: ${(error as Error).message}`));
  try {
    await openBrowser(await madeSession(context, fields));
    if (served === undefined) return undefined;
    await context.notice("The page is served until Ctrl-C.");
    if (!context.signal.aborted) await once(context.signal, "abort");
    return context.signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
  } finally {
    await served?.close();
  }
}

/** Makes a session, prints it, and gives its address. */
async function madeSession(context: Context, fields: ReadFields): Promise<string> {
  const session = await createSession(context, fields);
  if (!session.fullUrl) {
    throw new TillError(exitCodes.failure, "The platform made a redirect session without an address.", {
      hint: "Ask for another one, or try another target.",
    });
  }
  await printSession(context, session, session.fullUrl);
  return session.fullUrl;
}

async function createSession(context: Context, fields: ReadFields): Promise<RedirectSession> {
  const client = await context.client({ redirects });
  try {
    const input = fields.input as WireInput<typeof redirects.createRedirectSession>;
    const options = { signal: context.signal };
    const { redirectSession } = await client.redirects.createRedirectSession(input, options);
    return redirectSession ?? {};
  } catch (error) {
    throw pointAtFlags(error, fields);
  }
}

function flagFields({ callback = [], prompt, locationType }: RedirectFlags): GivenField[] {
  const slot = "bookingsCheckout.slotAvailability.slot.location.locationType";
  return [
    ...callback.map(callbackField),
    ...(prompt === undefined ? [] : [{ path: "auth.prompt", value: prompt, label: "--prompt" }]),
    ...(locationType === undefined ? [] : [{ path: slot, value: locationType, label: "--location-type" }]),
  ];
}

/** The address alone, or the session without its token. */
async function printSession(context: Context, session: RedirectSession, fullUrl: string): Promise<void> {
  const { streams, format, globals } = context;
  if (format === "table" && globals.fields === undefined)
    return await streams.stdout.write(`${sanitiseLine(fullUrl)}\n`);
  const { sessionToken: _, ...record } = session;
  await renderRecord<RedirectSession>({
    streams,
    format,
    kind: "redirect",
    fields: globals.fields,
    columns: [
      column<RedirectSession>("ADDRESS", (one) => one.fullUrl ?? "", { path: "fullUrl" }),
      column<RedirectSession>("ID", (one) => one.id ?? "", { path: "id" }),
    ],
    record,
  });
}
