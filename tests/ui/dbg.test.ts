import { it } from "vitest";
import { spawnPty } from "../pty.ts";
import { buildFixture } from "./build.ts";
it("x", async () => {
  const f = await buildFixture("screens");
  for (const cols of [41, 20]) {
  const pty = spawnPty(process.execPath, [f.script, "confirm"], { columns: 100, rows: 30, env: { NODE_ENV: "production" } });
  await pty.waitFor("y/N");
  const before = pty.raw().length;
  pty.resize(cols, 30);
  console.log(pty.screen().join("\n"));
  await new Promise((r) => setTimeout(r, 300));
  console.log(JSON.stringify(pty.raw().slice(before).slice(0, 600)));
  console.log(pty.history().join("\n"));
  pty.type("n"); await pty.exit;
  console.log(pty.history());
  }
});
