import type { Verb } from "../../cli/command.ts";
import { portNumber } from "../../cli/flags.ts";

/** Returns a verb that also controls running sandboxes. */
export const controlling = (verb: Verb): Verb => ({
  ...verb,
  flags: [
    ...(verb.flags ?? []),
    { flags: "--name <name>", describe: "use the running sandbox with this name" },
    { flags: "--port <n>", describe: "use the sandbox on this port of this machine", parse: portNumber },
    { flags: "--url <url>", describe: "use the sandbox at this URL; its token is in TILL_SANDBOX_TOKEN" },
  ],
});
