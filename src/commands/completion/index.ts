import type { Verb } from "../../cli/command.ts";

/** `till completion` */
export const completion: Verb = {
  name: "completion",
  summary: "Set up shell completion",
  args: [
    {
      name: "<shell>",
      describe: "bash, zsh, fish or powershell",
      choices: ["bash", "zsh", "fish", "powershell"],
    },
  ],
  examples: [
    "till completion bash # print the bash script; load it with: source <(till completion bash)",
    "till completion fish # print the fish script; load it with: till completion fish | source",
  ],
  notes: "Installation for each shell: till help guide shell",
  load: () => import("./scripts.ts"),
};
