import { runProcess } from "../../src/main.ts";

// The program from its sources, for the processes that a command starts.
process.exitCode = await runProcess();
