import { member, visitor } from "../../api/auth/strategies.ts";
import { requireClientId } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";

/** Prints only an access token. Throws UsageError on a terminal without `--yes`. */
export async function run(
  context: Context,
  _: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const { streams, signal, format, globals } = context;
  if (streams.stdout.isTTY && !yes) {
    throw new UsageError("Not printing a token, which is a secret, on a terminal.", {
      field: "--yes",
      hint: "Pass it to a program with $(till account token), or print it with --yes.",
    });
  }
  const identity = await context.identity();
  const { profile, key, kept } = identity;
  const { role: requested, secrets } = profile;
  if (requested === "admin" || (secrets.apiKey && requested === undefined)) {
    throw new UsageError("An API key is not an access token and cannot be printed.", {
      field: "--as",
      hint: "Choose an identity with --as visitor or --as member.",
    });
  }
  if (secrets.accessToken !== undefined) return await print({ accessToken: secrets.accessToken });

  const store = identity.store();
  if (requested === "staff") {
    const staff = kept ? await store.get(key, "staff") : undefined;
    if (staff) return await print({ accessToken: staff.accessToken, role: "staff" });
    throw new TillError(exitCodes.auth, `No staff member is signed in to profile "${profile.name}".`, {
      hint: "To sign in, run: till login --staff <link>",
    });
  }

  const clientId = requireClientId(identity);
  const stored = kept ? await store.get(key, "member") : undefined;
  const role = requested ?? (stored ? "member" : "visitor");
  if (role === "member" && !stored) {
    throw new TillError(exitCodes.auth, `Not signed in to profile "${profile.name}".`, {
      hint: "To sign in, run: till login",
    });
  }
  const options = { ...identity, profile: key, clientId, store };
  const { authorization = "" } = await (role === "member" ? member : visitor)(options).headers(signal);
  const expiresAt = (await store.get(key, role))?.expiresAt;
  return await print({
    accessToken: authorization,
    role,
    expires: expiresAt === undefined ? undefined : new Date(expiresAt * 1000).toISOString(),
  });

  async function print(record: { accessToken: string; role?: string; expires?: string }): Promise<undefined> {
    if (format === "table" && globals.fields === undefined)
      await streams.stdout.write(`${record.accessToken}\n`);
    else await context.printRecord(record, { kind: "token", fields: {} });
  }
}
