import type { Call } from "../../api/caller.ts";
import type { Context } from "../../context/context.ts";

/** Returns the call that reads orders: all orders as admin, or only their own as a member. */
export async function readingOrders(context: Context): Promise<Call> {
  const { role } = await context.profile();
  const own = role === "member" || (!(await context.can("admin")) && (await context.can("member")));
  return await context.call(own ? "member" : "admin");
}
