import { resolve } from "node:path";
import { siteWords } from "../config/effective-profile.ts";
import { splitPassword } from "../config/settings.ts";
import { settingsFile } from "../config/settings-file.ts";
import type { Context } from "../context/context.ts";
import type { ParsedLine } from "../context/host.ts";
import { UsageError } from "../kernel/errors.ts";

/** What runs a schedule where there is no worker. */
export interface Program {
  /** The program and its first arguments: node and the path of till. */
  program: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  /** Whether the service of systemd is confined. */
  confined?: boolean;
}

/** Returns a command line with the profile and the site in use, if it names no profile. */
export async function withProfile(
  context: Context,
  line: readonly string[],
  { command, globals }: ParsedLine,
): Promise<readonly string[]> {
  if (globals.profile !== undefined) return line;
  const profile = await context.profile();
  const named = profile.origins.name?.source === "environment" ? [] : ["--profile", profile.name];
  const site = command === "each" || globals.site !== undefined ? [] : siteWords(profile);
  const dashes = line.indexOf("--");
  const end = dashes < 0 ? line.length : dashes;
  return [...line.slice(0, end), ...named, ...site, ...line.slice(end)];
}

/** The variables without secrets that define a profile, and the journal. */
const keptVariables = [
  "TILL_BASE_URL",
  "TILL_SITE_ID",
  "TILL_CLIENT_ID",
  "TILL_CREDENTIAL_COMMAND",
  "TILL_JOURNAL",
] as const;

/**
 * Returns the program, folder and environment of this run, with the file of the API key if it comes from one. Throws UsageError
 * if secrets in the environment define the profile, or the file has no key.
 */
export async function programOf(context: Context): Promise<Program> {
  const { program, cwd, environment } = context;
  const { variables, keyFile, keyFileProblem } = environment;
  if (keyFileProblem !== undefined)
    throw (await import("../context/connection.ts")).noKeyInFile(keyFileProblem);
  const secret = (["TILL_API_KEY", "TILL_ACCESS_TOKEN"] as const).find(
    (name) => variables[name] && (name !== "TILL_API_KEY" || keyFile === undefined),
  );
  if (secret !== undefined) {
    throw new UsageError(`A scheduled command does not have ${secret}, and it is not written to a file.`, {
      field: secret,
      hint: "Store the key in a profile (till profiles create), unset the variable, and name the profile: --profile <name>. Or keep it in a file: TILL_API_KEY_FILE",
    });
  }
  if (splitPassword(variables.TILL_JOURNAL ?? "").password !== undefined) {
    throw new UsageError(
      "A scheduled command does not have TILL_JOURNAL: its password is not written to a file.",
      {
        field: "TILL_JOURNAL",
        hint: "Store the address, which keeps the password with the credentials: till config set journal ADDRESS. Then unset the variable.",
      },
    );
  }
  const kept = keptVariables.flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const home = variables.TILL_HOME;
  return {
    // A program in one file is its own script.
    program: [...new Set(program.filter(Boolean))],
    cwd,
    environment: {
      ...(home && { TILL_HOME: resolve(cwd, home) }),
      ...(keyFile !== undefined && { TILL_API_KEY_FILE: resolve(cwd, keyFile) }),
      ...Object.fromEntries(kept),
    },
  };
}

/**
 * Returns the source of a command of the user's own that a scheduled line may run: of the setting `notify` or `credentialCommand`,
 * for `till each` in any profile. Undefined if there is none.
 */
export async function ownCommand(
  { environment, paths, cwd, globals }: Context,
  parsed: ParsedLine,
): Promise<string | undefined> {
  const [{ openChoices }, { isWebhook }] = await Promise.all([
    import("../context/choices.ts"),
    import("../context/notify.ts"),
  ]);
  const ignore = () => {};
  const { profiles = [] } = parsed.command === "each" ? settingsFile(paths.settingsFile).read() : {};
  for (const named of [{}, ...profiles.map(({ name: profile }) => ({ profile }))]) {
    const chosen = { ...globals, ...parsed.globals, ...named };
    const choices = await openChoices({ environment, paths, cwd, globals: chosen, notice: ignore });
    const [key, notify] = [choices.setting("credentialCommand"), choices.setting("notify")];
    if (key.value !== null) return key.source;
    if (notify.value !== null && !isWebhook(notify.value)) return notify.source;
  }
  return undefined;
}
