import type { Verb } from "../../cli/command.ts";

/** `till completion` */
export const completion: Verb = {
  name: "completion",
  summary: "completion of commands in your shell",
  args: [
    {
      name: "<shell>",
      describe: "bash, zsh, fish or powershell",
      choices: ["bash", "zsh", "fish", "powershell"],
    },
  ],
  examples: [
    { run: "till completion bash", does: "for bash; to load it now: source <(till completion bash)" },
    { run: "till completion fish", does: "for fish; to load it now: till completion fish | source" },
  ],
  notes: "Where to put it, shell by shell: docs/guides/shell.md",
  load: () => import("./print.ts"),
};
