// Writes like a command: `node printer.ts <lines> [stdout|stderr]`. Exits with 3 if a write failed.
import { processStreams } from "../../../src/output/streams.ts";

const [lines = "1", name = "stdout"] = process.argv.slice(2);
const streams = processStreams({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  variables: {},
});
const sink = name === "stderr" ? streams.stderr : streams.stdout;
let written = 0;
try {
  for (; written < Number(lines) && !sink.closed; written += 1)
    await sink.write(`line ${written} ${"x".repeat(100)}\n`);
  if (sink.closed)
    await streams.stderr.write(`closed, ${written < Number(lines) ? "stopped early" : "went on"}\n`);
} catch (error) {
  await streams.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 3;
}
