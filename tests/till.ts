import { runProcess } from "../src/main.ts";

// The program from its sources, for the processes that a command starts. As bin/till.js, it is one folder below that of the package.
process.exitCode = await runProcess();
