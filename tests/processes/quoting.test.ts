import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { toCurl } from "../../src/api/transport/trace.ts";
import { crontabLines } from "../../src/workers/crontab.ts";
import { temporaryFolder } from "../support/folders.ts";

/** What till prints for a shell, and what the shell makes of it. */
const sh = (script: string, env: Record<string, string> = {}) =>
  execFileSync("sh", ["-c", script], { encoding: "utf8", env });

test("quotes a curl command for the shell, with the token as a variable", () => {
  const body = JSON.stringify({ name: "O'Neil's $HOME `id` \\ \n", password: "CANARY" });
  const headers = { authorization: "CANARY", "content-type": "application/json" };
  const command = toCurl({ method: "POST", url: "http://x/?a=it's", headers, body });
  expect(command).not.toContain("CANARY");
  const script = command.replace(/^curl/, "printf '%s\\0'");
  const words = sh(script, { TILL_TOKEN: "secret" }).split("\0");
  expect(words.slice(0, 7)).toEqual([
    "-X",
    "POST",
    "http://x/?a=it's",
    "-H",
    "authorization: secret",
    "-H",
    "content-type: application/json",
  ]);
  expect(words[7]).toBe("--data-raw");
  expect(JSON.parse(words[8] ?? "").name).toBe("O'Neil's $HOME `id` \\ \n");
});

test("a line for cron runs the words of the command unchanged", () => {
  const folder = temporaryFolder("till 50% ");
  const line = ["products", "update", "--filter", `name = "it's $HOME \\"`, "--set", "price=+10%"];
  const echo = {
    cwd: folder,
    environment: {},
    program: [process.execPath, "-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--"],
  };
  const nightly = { name: "nightly", when: { cron: "0 6 * * *" }, timeZone: "UTC", line };
  const [entry = ""] = crontabLines(nightly, echo, "UTC");
  const command = entry.split(" ").slice(5).join(" ").replaceAll("\\%", "%");
  expect(JSON.parse(sh(command))).toEqual(line);
});
