import { once } from "node:events";
import type { WireInput } from "../../api/endpoint.ts";
import { type RedirectSession, redirects } from "../../api/services/redirects/redirects.ts";
import { openBrowser } from "../../cli/browser.ts";
import type { FieldOptions } from "../../cli/field-flags.ts";
import { type GivenField, givenFields, pointAtFlags, type ReadFields, readFields } from "../../cli/fields.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { callbackField, qualifyField, redirectRequest } from "./targets.ts";

interface RedirectFlags extends FieldOptions {
  callback?: string[];
  prompt?: string;
  locationType?: string;
  open?: boolean;
}

/** Creates a redirect session and prints its URL; with `--open`, opens it in the browser. */
export async function run(
  context: Context,
  [target = ""]: string[],
  options: RedirectFlags,
): Promise<ExitCode | undefined> {
  const { clientId } = await context.site();
  const { member, base, note } = redirectRequest(target, clientId);
  const inputFields = await givenFields(context, options);
  const allFields = [...flagFields(options), ...inputFields.map((field) => qualifyField(member, field))];
  const fields = await readFields(context, redirects.createRedirectSession, options, allFields, base);
  if (note !== undefined) await context.notice(note);
  await announceWriting(context);
  if (options.open) return await openSession(context, fields);
  await createAndPrintSession(context, fields);
  return undefined;
}

/** Creates a session and opens its page. The embedded sandbox serves the page until Ctrl-C. */
async function openSession(context: Context, fields: ReadFields): Promise<ExitCode | undefined> {
  const { serve } = await context.identity();
  const served = await serve((error) => void context.notice(`sandbox: ${(error as Error).message}`));
  try {
    await openBrowser(await createAndPrintSession(context, fields));
    if (served === undefined) return undefined;
    await context.notice("Serving the page. Press Ctrl-C to stop.");
    if (!context.signal.aborted) await once(context.signal, "abort");
    return context.signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
  } finally {
    await served?.close();
  }
}

/** Creates and prints a session. Returns its URL. */
async function createAndPrintSession(context: Context, fields: ReadFields): Promise<string> {
  const session = await createSession(context, fields);
  if (!session.fullUrl) {
    throw new TillError(exitCodes.failure, "The platform returned a redirect session without a URL.", {
      hint: "Try again, or use another target.",
    });
  }
  await printSession(context, session, session.fullUrl);
  return session.fullUrl;
}

async function createSession(context: Context, fields: ReadFields): Promise<RedirectSession> {
  const call = await context.call();
  try {
    const input = fields.input as WireInput<typeof redirects.createRedirectSession>;
    const options = { signal: context.signal };
    const { redirectSession } = await call(redirects.createRedirectSession, input, options);
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

/** Prints the URL, or in other formats the session without its token. */
async function printSession(context: Context, session: RedirectSession, fullUrl: string): Promise<void> {
  const { streams, format, globals } = context;
  if (format === "table" && globals.fields === undefined)
    return await streams.stdout.write(`${sanitiseLine(fullUrl)}\n`);
  const { sessionToken: _, ...record } = session;
  await context.printRecord(record, {
    kind: "redirect",
    fields: {
      fullUrl: { label: "URL" },
      id: {},
    },
  });
}
