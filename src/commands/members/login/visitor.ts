import { visitor } from "../../../api/auth/strategies.ts";
import { requireClientId } from "../../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../../context/context.ts";

/** Makes sure that the profile has a visitor; one that is there stays, with its cart. */
export async function becomeVisitor(context: Context): Promise<void> {
  const identity = await context.identity();
  const clientId = requireClientId(identity);
  const options = { ...identity, profile: identity.key, clientId, store: await identity.store() };
  await visitor(options).headers(context.signal);
}
