import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer } from "../api/loopback.ts";
import { createHome, endOf, type Home } from "./program.ts";

let home: Home;
beforeAll(() => {
  home = createHome();
});
afterAll(() => home?.close());

/** A fake browser that writes its arguments to a file, one per line. */
function fakeBrowser(): { PATH: string } {
  mkdirSync(home.path("programs"), { recursive: true });
  const program = home.path("programs", "xdg-open");
  rmSync(home.path("opened"), { force: true });
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${home.path("opened.part")}"\nmv "${home.path("opened.part")}" "${home.path("opened")}"\n`,
  );
  chmodSync(program, 0o755);
  return { PATH: `${home.path("programs")}${delimiter}${home.env().PATH}` };
}

async function redirectTo(fullUrl: string, ...flags: string[]) {
  const url = await httpServer((_request, response) => {
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ redirectSession: { fullUrl } }));
  });
  const env = { ...fakeBrowser(), TILL_BASE_URL: url, TILL_API_KEY: "key" };
  return await home.till(["account", "redirect", "login", ...flags], { env });
}

test.skipIf(process.platform !== "linux")(
  "--open gives the browser the address as one argument; nothing else opens it",
  async () => {
    const address = "https://shop.example/login?a=1&b=$(touch x);'\"c";
    expect(await redirectTo(address)).toMatchObject({ stdout: `${address}\n`, code: 0 });
    expect(() => readFileSync(home.path("opened"))).toThrow();
    for (const bad of ["file:///etc/passwd", "http://shop.example/"])
      expect(await redirectTo(bad, "--open")).toMatchObject({ stdout: `${bad}\n`, code: 1 });
    expect(() => readFileSync(home.path("opened"))).toThrow();
    expect(await redirectTo(address, "--open")).toMatchObject({ stdout: `${address}\n`, code: 0 });
    await expect.poll(() => readFileSync(home.path("opened"), "utf8")).toBe(`${new URL(address).href}\n`);
  },
);

test.skipIf(process.platform !== "linux")(
  "on the embedded sandbox --open serves the page until Ctrl-C",
  async () => {
    const child = home.start(["account", "redirect", "logout", "--open"], { env: fakeBrowser() });
    const ended = endOf(child);
    await expect.poll(() => existsSync(home.path("opened"))).toBe(true);
    const address = readFileSync(home.path("opened"), "utf8").trim();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/__till\/pages\/logout\?session=/);
    expect(await (await fetch(address)).text()).toContain("<h1>You are logged out</h1>");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stdout: `${address}\n` });
    await expect(fetch(address)).rejects.toThrow();
  },
);
