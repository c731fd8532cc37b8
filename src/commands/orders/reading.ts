import type { Call } from "../../api/caller.ts";
import type { Context } from "../../context/context.ts";

/** The calls that read orders: all of the shop's as admin, and a member's own where nobody else is signed in. */
export async function readingOrders(context: Context): Promise<Call> {
  const { role } = await context.profile();
  const own = role === "member" || (!(await context.can("admin")) && (await context.can("member")));
  return await context.call(own ? "member" : "admin");
}
