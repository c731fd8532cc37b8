import type { LazyGroup, Unnamed, Verb } from "../../cli/command.ts";

/** `till learn`; `groups` are the commands of the program. */
export const learn = (groups: () => readonly LazyGroup[]): Unnamed<Verb> => ({
  flags: [{ flags: "--restart", describe: "begin again" }],
  notes:
    "It shows how to list, filter, edit, preview and undo. The tutorial has its own sandbox, which is deleted at the end; it does not touch your profiles, shops and jobs. Press q to leave; run it again to continue. Without a terminal, it is printed as text.",
  examples: [
    "till learn # begin, or continue where you left off",
    "till learn --restart # begin again, with a new shop",
  ],
  load: async () => {
    const { learn: run } = await import("./learn.ts");
    return { run: (context, _args, options) => run(context, groups(), options) };
  },
});

/** `till doctor` */
export const doctor: Unnamed<Verb> = {
  flags: [
    { flags: "--fix", describe: "restrict permissions of files that other users can read" },
    { flags: "--offline", describe: "skip checks that need the network" },
  ],
  examples: [
    "till doctor # exit 1 if something is broken",
    "till doctor --json --offline # print JSON without using the network",
  ],
  notes:
    "For a hosted profile, one request without credentials checks the connection and the clock, and one request with the API key, if there is one, checks the key.",
  repairs: true,
  load: () => import("./doctor.ts"),
};

/** `till upgrade` */
export const upgrade: Unnamed<Verb> = {
  flags: [{ flags: "--check", describe: "ask npm's registry if there is a newer version" }],
  examples: [
    "till upgrade # print the version and the command that installs the newest",
    "till upgrade --jq .command # print only the command",
  ],
  notes:
    "till never looks for new versions by itself. With --check, npm asks the registry that it is configured for; nothing else is sent. A newer version is not installed.",
  load: () => import("./upgrade.ts"),
};

/** `till config completion` */
export const completion: Unnamed<Verb> = {
  args: [
    {
      name: "<shell>",
      describe: "bash, zsh, fish or powershell",
      choices: ["bash", "zsh", "fish", "powershell"],
    },
  ],
  examples: [
    "till config completion bash # print the bash script; load it with: source <(till config completion bash)",
    "till config completion fish # print the fish script; load it with: till config completion fish | source",
  ],
  notes: "Installation for each shell: till help guide shell",
  load: () => import("./completion-scripts.ts"),
};
