import { checkInput } from "../../api/caller.ts";
import type { Endpoint, Role } from "../../api/endpoint.ts";
import { buildRequest } from "../../api/request.ts";
import { toCurl } from "../../api/transport/trace.ts";
import type { Context } from "../../context/context.ts";

const roles: readonly Role[] = ["visitor", "member", "admin"];

/** Prints the request as a curl command that reads its token from $TILL_TOKEN. Sends nothing. */
export async function printCurl(context: Context, endpoint: Endpoint, input: unknown): Promise<undefined> {
  checkInput(endpoint, input);
  const { baseUrl, id, hosted } = await context.site();
  const placed = buildRequest(baseUrl, endpoint, input);
  const role = context.globals.as ?? (await lowestRole(context, endpoint.role));
  const headers = {
    accept: "application/json",
    ...(placed.body !== undefined && { "content-type": "application/json" }),
    ...(!endpoint.open && { authorization: "" }),
    ...(!endpoint.open && role === "admin" && { "wix-site-id": id }),
  };
  await context.streams.stdout.write(`${toCurl({ ...placed, headers })}\n`);
  const token = role === "admin" ? "an API key" : `a ${role} access token`;
  if (!endpoint.open) await context.notice(`Set TILL_TOKEN to ${token}.`);
  if (!hosted)
    await context.notice(
      "Other programs cannot reach the embedded sandbox. Serve it with: till sandbox start",
    );
}

/** Returns the lowest role of the profile that may make the call, or the required role if it has none. */
async function lowestRole(context: Context, required: Role): Promise<Role> {
  for (const role of roles.slice(roles.indexOf(required))) if (await context.can(role)) return role;
  return required;
}
