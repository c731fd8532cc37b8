import type { Role } from "../../api/endpoint.ts";
import { catalogVersioning } from "../../api/services/products.ts";
import { sameSiteLine } from "../../cli/same-site.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, exitCodes, reportError } from "../../kernel/errors.ts";
import { activeIdentity } from "./whoami.ts";

/**
 * Prints who till acts as, where the secret is from, and whether the platform accepts it. Exits with 4 if nobody is signed in
 * or the platform rejects the secret, and with the code of the error if it could not be asked. Throws API_KEY_FILE (exit 2) for
 * a TILL_API_KEY_FILE without a key.
 */
export async function run(
  context: Context,
  _args: string[],
  { offline = false }: { offline?: boolean },
): Promise<ExitCode | undefined> {
  const { keyFileProblem } = context.environment;
  if (keyFileProblem !== undefined)
    throw (await import("../../context/connection.ts")).noKeyInFile(keyFileProblem);
  const active = await activeIdentity(context);
  // The embedded sandbox has a key of its own.
  const builtIn = active.role === "none" && active.identities.length > 0;
  const identity = builtIn ? await activeIdentity(context, "admin") : active;
  const { profile, platform, site, role, how, keptIn, expires } = identity;
  const problem =
    role === "none"
      ? undefined
      : offline
        ? undefined
        : await problemOf(context, role === "admin" || role === "member" ? role : undefined);
  const state =
    role === "none"
      ? "not signed in"
      : problem?.status === 401
        ? "rejected"
        : offline || problem
          ? "not checked"
          : "accepted";
  await context.printRecord(
    { profile, platform, site, role, source: how, keptIn, expires, state, problem: problem?.message ?? null },
    {
      kind: "authStatus",
      fields: {
        profile: { path: "profile", value: (status) => `${status.profile} (${status.platform})` },
        site: {},
        role: {},
        source: { label: "Secret from" },
        keptIn: { label: "Stored in" },
        expires: { as: "time" },
        state: {},
        problem: {},
      },
    },
  );
  if (problem?.hint !== undefined) await context.notice(problem.hint);
  if (role === "none") {
    await context.notice(`Sign in with: ${sameSiteLine(context, "login", "--api-key")}`);
    return exitCodes.auth;
  }
  return problem?.exitCode;
}

/** Sends one read request. A key without permission for this request is accepted all the same. */
async function problemOf(context: Context, role: Role | undefined) {
  try {
    const call = await context.call(role);
    await call(catalogVersioning.get, {});
    return undefined;
  } catch (error) {
    return error instanceof ApiError && error.status === 403 ? undefined : reportError(error);
  }
}
