import { checkInput } from "../../api/caller.ts";
import type { Endpoint, Role } from "../../api/endpoint.ts";
import { placeCall } from "../../api/request.ts";
import { toCurl } from "../../api/transport/trace.ts";
import type { Context } from "../../context/context.ts";

const ranks: readonly Role[] = ["visitor", "member", "admin"];

/** Prints the request as a curl command whose token is the variable TILL_TOKEN. Nothing is sent, no token is asked for. */
export async function printCurl(context: Context, endpoint: Endpoint, input: unknown): Promise<undefined> {
  checkInput(endpoint, input);
  const { baseUrl, id, hosted } = await context.site();
  const placed = placeCall(baseUrl, endpoint, input);
  const role = context.globals.as ?? (await leastRole(context, endpoint.role));
  const headers = {
    accept: "application/json",
    ...(placed.body !== undefined && { "content-type": "application/json" }),
    ...(!endpoint.open && { authorization: "" }),
    ...(!endpoint.open && role === "admin" && { "wix-site-id": id }),
  };
  await context.streams.stdout.write(`${toCurl({ ...placed, headers })}\n`);
  const token = role === "admin" ? "an API key" : `the access token of a ${role}`;
  if (!endpoint.open) await context.notice(`TILL_TOKEN is ${token}.`);
  if (!hosted)
    await context.notice("The embedded sandbox answers till alone. For other programs: till sandbox start");
}

/** The least identity of the profile that may make the call; where there is none, the one that is missing. */
async function leastRole(context: Context, needed: Role): Promise<Role> {
  for (const role of ranks.slice(ranks.indexOf(needed))) if (await context.can(role)) return role;
  return needed;
}
