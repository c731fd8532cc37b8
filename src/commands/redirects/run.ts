import { once } from "node:events";
import type { WireInput } from "../../api/endpoint.ts";
import { type RedirectSession, redirects } from "../../api/services/redirects.ts";
import { openBrowser } from "../../cli/browser.ts";
import {
  type GivenField,
  pointAtFlags,
  type ReadFields,
  readFieldOptions,
  readFields,
} from "../../cli/fields.ts";
import type { FieldOptions } from "../../cli/flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, stopCode, TillError, UsageError } from "../../kernel/errors.ts";
import { nearest, sanitizeLine } from "../../kernel/text.ts";

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
  const inputFields = await readFieldOptions(context, options);
  const allFields = [...flagFields(options), ...inputFields.map((field) => qualifyField(member, field))];
  const fields = await readFields(context, redirects.createRedirectSession, options, allFields, base);
  if (note !== undefined) await context.notice(note);
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
    return stopCode(context.signal);
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
    return await streams.stdout.write(`${sanitizeLine(fullUrl)}\n`);
  const { sessionToken, ...record } = session;
  await context.printRecord(record, {
    kind: "redirect",
    fields: {
      fullUrl: { label: "URL" },
      id: {},
    },
  });
}

/** Request fields next to the target. */
const topLevelFields = ["callbacks", "preferences", "origin"];
const sections = ["ACCOUNT_INFO", "BOOKINGS", "ORDERS", "SUBSCRIPTIONS", "EVENTS"];
const pages = [
  "bookingsCheckout",
  "ecomCheckout",
  "eventsCheckout",
  "paidPlansCheckout",
  "login",
  "logout",
  "auth",
  "storesProduct",
  "bookingsBook",
  "memberAccountPage",
  "ecomOrderPaymentRequest",
];

/** The redirect request of a target. */
export interface RedirectRequest {
  /** The request field that unqualified fields belong to. */
  member: string;
  /** The initial request; flags add to it. */
  base: Record<string, object>;
  /** A notice for stderr. */
  note?: string;
}

/** Returns the request for a target such as `ecomCheckout`, `ORDERS` or `callbacks`. `clientId` is used by login and logout. */
function redirectRequest(target: string, clientId: string | undefined): RedirectRequest {
  if (sections.includes(target)) return pageRequest("memberAccountPage", { section: target });
  const app = clientId === undefined ? {} : { clientId };
  if (target === "logout") return pageRequest(target, app);
  if (target === "auth") return pageRequest(target, { authRequest: { ...app, ...publicClientDefaults } });
  if (pages.includes(target)) return pageRequest(target, {});
  if (target === "callbacks" || target === "preferences") {
    // Every session needs a page; login is the only one without fields.
    const note = `${target} is not a page; using the login page.`;
    return { member: target, base: { login: {}, [target]: {} }, note };
  }
  const targets = [...pages, "callbacks", "preferences", ...sections];
  const closest = nearest(target, targets);
  throw new UsageError(
    `Unknown redirect target "${target}".${closest === undefined ? "" : ` Did you mean ${closest}?`}`,
    { hint: `Targets: ${targets.join(", ")}` },
  );
}

const pageRequest = (member: string, fields: object): RedirectRequest => ({
  member,
  base: { [member]: fields },
});

/** OAuth parameters of a public client. */
const publicClientDefaults = {
  responseType: "code",
  responseMode: "fragment",
  scope: "offline_access",
  codeChallengeMethod: "S256",
};

/** Prefixes a field with the target unless it is a top-level field. */
function qualifyField(member: string, field: GivenField): GivenField {
  const [first = ""] = field.path.split(/[.[]/);
  return topLevelFields.includes(first) || first === member
    ? field
    : { ...field, path: `${member}.${field.path}` };
}

const callbackFields: Record<string, string> = {
  LOGOUT: "callbacks.postFlowUrl",
  CHECKOUT: "callbacks.thankYouPageUrl",
  AUTHORIZE: "auth.authRequest.redirectUri",
};

/** Converts `LOGOUT=https://…` to its request field. Throws UsageError for an unknown type or an invalid URL. */
function callbackField(text: string): GivenField {
  const at = text.indexOf("=");
  const [type, value] = [text.slice(0, at), text.slice(at + 1)];
  const path = Object.hasOwn(callbackFields, type) ? callbackFields[type] : undefined;
  if (path === undefined || at < 1) {
    throw new UsageError(`Invalid value "${text}" for --callback: expected TYPE=URL.`, {
      field: "--callback",
      hint: "Example: --callback CHECKOUT=https://shop.example/thanks (or LOGOUT, AUTHORIZE)",
    });
  }
  if (isAllowedCallback(value, type === "AUTHORIZE")) return { path, value, label: `--callback ${type}` };
  throw new UsageError(
    `Invalid value "${value}" for --callback ${type}: expected an https:// or http:// URL.`,
    {
      field: "--callback",
      hint: `Example: --callback ${type}=https://shop.example/back`,
    },
  );
}

/** Checks the scheme of a callback URL. A login may also return to an app scheme, which contains a dot (RFC 8252). */
function isAllowedCallback(address: string, isLogin: boolean): boolean {
  const { protocol = "" } = URL.parse(address) ?? {};
  return protocol === "https:" || protocol === "http:" || (isLogin && protocol.includes("."));
}
