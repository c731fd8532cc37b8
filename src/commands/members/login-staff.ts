import { visitor } from "../../api/auth/strategies.ts";
import { createCaller } from "../../api/caller.ts";
import { eventStaffMembers as endpoints } from "../../api/services/staff.ts";
import { readText } from "../../cli/source.ts";
import { requireClientId } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { LoginOptions } from "./flags.ts";

/** Signs in as a staff member of events with a login or invitation link. The stored visitor makes the call. */
export async function loginAsStaff(context: Context, { staff: link = "" }: LoginOptions): Promise<void> {
  const identity = await context.identity();
  const { key, now, send, baseUrl } = identity;
  const { signal } = context;
  const text = link === "-" ? (await readText(context, link)).split(/\r?\n/)[0] : link;
  const { call: name, token } = parsedLink((text ?? "").trim());
  const store = identity.store();
  const strategy = visitor({ ...identity, profile: key, clientId: requireClientId(identity), store });
  const call = createCaller({ send, baseUrl, headersFor: () => strategy.headers(signal) });
  const input = name === "join" ? { joinToken: token } : { loginToken: token };
  const body = await call(endpoints[name], input, { signal }).catch((error: unknown) => {
    throw loginFailure(error);
  });
  const { accessToken, staffMember } = body as unknown as Answer;
  const { id, name: who, permissions: scopes, specificEvents } = staffMember;
  const events = specificEvents && { events: specificEvents.events ?? [] };
  const at = Math.floor(now() / 1000);
  const credential = {
    accessToken,
    issuedAt: at,
    expiresAt: Number.MAX_SAFE_INTEGER,
    signedIn: { how: "staff", at, staff: { id, name: who ?? id, scopes: scopes ?? [], ...events } },
  };
  await store.update(key, "staff", async () => credential, signal);
}

interface Answer {
  accessToken: string;
  staffMember: {
    id: string;
    name?: string;
    permissions?: string[];
    specificEvents?: { events?: string[] };
  };
}

/** Returns the call and the token of a link such as `https://shop.example/events-staff/login?token=…`, or of a bare token. */
function parsedLink(text: string): { call: "login" | "join"; token: string } {
  const url = URL.parse(text);
  const { searchParams } = url ?? { searchParams: new URLSearchParams() };
  const invitation = searchParams.get("joinToken");
  const token = url
    ? (invitation ?? searchParams.get("loginToken") ?? searchParams.get("token") ?? "")
    : text;
  if (token === "" || /\s/.test(token)) {
    throw new UsageError("This is not a staff login link: it has no token.", {
      field: "--staff",
      hint: "Nothing was sent. The owner of the site prints the link with: till events staff link <member>",
    });
  }
  return { call: invitation !== null || url?.pathname.endsWith("/join") ? "join" : "login", token };
}

/** Returns the error of a rejected link, with what to do next. */
function loginFailure(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === "STAFF_MEMBER_SUSPENDED")
    return error.withHint("Ask the owner of the site to run: till events staff resume <member>");
  if (error.status !== 401) return error;
  return new TillError(exitCodes.auth, `The platform rejected this staff login link: ${error.message}`, {
    code: "STAFF_LINK_REJECTED",
    hint: "Nothing was stored. Ask the owner of the site for a new link: till events staff link <member>",
    cause: error,
  });
}
