import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import manifest from "../../../package.json" with { type: "json" };
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type Installation, installation } from "../../kernel/installation.ts";
import { toolVersion } from "../../kernel/version.ts";

/** What `till upgrade` prints. `newest` is there with --check. */
interface Upgrade {
  version: string;
  newest?: string;
  newer?: boolean;
  installation: Installation;
  command: string;
}

const commands: Record<Installation, string> = {
  npm: `npm install --global ${manifest.name}@latest`,
  project: `npm install ${manifest.name}@latest`,
  checkout: "git pull && npm ci && npm run build",
  executable: "download the executable of the new version, as you did for this one",
};

/** Prints the version, how this till was installed, and how to install a newer one. */
export async function run(
  { program, notice, printRecord }: Context,
  _args: string[],
  { check = false }: { check?: boolean },
): Promise<undefined> {
  const kind = installation(program[1]);
  const newest = check ? await newestVersion() : undefined;
  const record: Upgrade = {
    version: toolVersion,
    ...(newest !== undefined && { newest, newer: isNewer(newest, toolVersion) }),
    installation: kind,
    command: commands[kind],
  };
  await printRecord(record, {
    kind: "upgrade",
    fields: {
      version: {},
      ...(newest !== undefined && {
        newest: { path: "newest", value: () => newest },
      }),
      installation: { label: "Installed as" },
      command: { label: "To upgrade" },
    },
  });
  if (record.newer === false) await notice("This is the newest version.");
}

/** Returns the newest published version, from the registry that npm uses. Throws TillError. */
async function newestVersion(): Promise<string> {
  const args = ["view", manifest.name, "version", "--json"];
  const stdio = ["ignore", "pipe", "ignore"] as const;
  // On Windows npm is a script, which only a shell starts. Node warns of arguments that a shell would read: here are none.
  const child =
    process.platform === "win32"
      ? spawn(["npm", ...args].join(" "), { stdio: [...stdio], shell: true })
      : spawn("npm", args, { stdio: [...stdio] });
  const ended = once(child, "close").catch(() => undefined);
  const output = await text(child.stdout);
  if ((await ended) === undefined) {
    throw new TillError(exitCodes.failure, "Cannot ask for the newest version: npm was not found.", {
      code: "NO_NPM",
      hint: "Install npm, or look at the place from which you installed till.",
    });
  }
  const answer = parse(output);
  if (typeof answer === "string") return answer;
  const { code, summary } =
    (answer as { error?: { code?: string; summary?: string } } | undefined)?.error ?? {};
  if (code === "E404") {
    throw new TillError(exitCodes.notFound, `The registry that npm uses has no package ${manifest.name}.`, {
      code: "NOT_PUBLISHED",
      hint: "It is not on npm. In a checkout of its repository: git pull && npm ci && npm run build",
    });
  }
  throw new TillError(
    exitCodes.unavailable,
    `npm could not ask its registry: ${summary ?? code ?? "no answer"}.`,
    { code: "REGISTRY_UNAVAILABLE", hint: `Try: npm view ${manifest.name} version` },
  );
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/** Returns whether one version (`1.2.3`) is newer than another; what follows a hyphen is older than without it. */
export function isNewer(a: string, b: string): boolean {
  const parts = (version: string) => {
    const [core = "", pre] = version.split("-", 2);
    return [...core.split(".").map(Number), pre === undefined ? 1 : 0];
  };
  const [left, right] = [parts(a), parts(b)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}
