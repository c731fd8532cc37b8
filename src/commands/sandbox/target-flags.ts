import type { Flag, Group, Verb } from "../../cli/command.ts";
import { portNumber } from "../../cli/flags.ts";

/** The flags that name a running sandbox. */
const targetFlags: readonly Flag[] = [
  { flags: "--name <name>", describe: "use the running sandbox with this name" },
  { flags: "--port <n>", describe: "use the sandbox on this port of this machine", parse: portNumber },
  { flags: "--url <url>", describe: "use the sandbox at this URL; its token is in TILL_SANDBOX_TOKEN" },
  { flags: "--branch <name>", describe: "use this branch of the running sandbox" },
];

/** Returns a verb, or a group of verbs, that also controls running sandboxes. */
export function controlling(command: Verb | Group): Verb | Group {
  if ("verbs" in command) return { ...command, verbs: command.verbs.map(controlling) };
  return { ...command, flags: [...(command.flags ?? []), ...targetFlags] };
}
