import { type Scenario, showScenario } from "../../ui/screens.ts";

// Shows one screen and prints its answer: `node screens-process.mjs <scenario>`. SIGUSR2 makes the program crash.
const halt = new AbortController();
process.on("SIGTERM", () => halt.abort(new Error("terminated")));
process.on("SIGUSR2", () => {
  throw new Error("a bug of ours");
});
const { stdin, stdout, stderr } = process;
process.exitCode = await showScenario(process.argv[2] as Scenario, {
  terminal: { stdin, stdout, stderr },
  halt,
});
