import { execFile } from "node:child_process";
import type { Strategy } from "../api/auth/strategies.ts";
import { splitWords } from "../kernel/command-line.ts";
import { minute } from "../kernel/durations.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { startProblem } from "../kernel/process-tree.ts";
import { redact, sanitizeLine } from "../kernel/text.ts";

/** API keys that commands have printed, by command; in memory only. `until` is in milliseconds since 1970. */
export type PrintedKeys = Map<string, { key: Promise<string>; until: number }>;

/** How long a printed key is used before its command runs again. */
const keptFor = 5 * minute;

/** The longest that a command may take, in milliseconds. It may ask for a fingerprint. */
const longest = minute;

/**
 * Authenticates with the API key that a command prints. After the platform has rejected a key, the command runs again: the key
 * may have been rotated.
 */
export function printedKey(
  command: string,
  siteId: string | undefined,
  { keys, now }: { keys: PrintedKeys; now(): number },
): Strategy {
  const current = (): Promise<string> => {
    const known = keys.get(command);
    if (known !== undefined && known.until > now()) return known.key;
    const key = run(command);
    keys.set(command, { key, until: now() + keptFor });
    // The next call tries again.
    key.catch(() => keys.delete(command));
    return key;
  };
  return {
    headers: async () => ({
      authorization: await current(),
      ...(siteId !== undefined && { "wix-site-id": siteId }),
    }),
    async rejected(token) {
      if ((await keys.get(command)?.key) === token) keys.delete(command);
      return (await current()) !== token;
    },
  };
}

/** Returns the first line that a command prints. It is run without a shell. Throws CREDENTIAL_COMMAND (exit 4). */
async function run(command: string): Promise<string> {
  const [program = "", ...args] = splitWords(command);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = { timeout: longest, maxBuffer: 64 * 1024, windowsHide: true };
  const child = execFile(program, args, options, (error, stdout, stderr) => {
    const [key = ""] = stdout.trim().split(/\r?\n/);
    if (error === null && key !== "") return resolve(key);
    const why =
      error === null
        ? "it printed nothing"
        : error.killed
          ? "it did not end within a minute"
          : typeof error.code === "number"
            ? [`exit code ${error.code}`, stderr.trim().split("\n").at(-1)].filter(Boolean).join(": ")
            : error.signal
              ? `it was ended by ${error.signal}`
              : `${program} could not be started: ${startProblem(error as NodeJS.ErrnoException)}`;
    reject(
      new TillError(exitCodes.auth, `The credential command failed: ${sanitizeLine(redact(why))}`, {
        code: "CREDENTIAL_COMMAND",
        field: "credentialCommand",
        hint: `It has to print the API key. Run it by hand: ${redact(command)}`,
      }),
    );
  });
  child.stdin?.end();
  return await promise;
}
