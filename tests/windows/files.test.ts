import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { splitCommandLine } from "../support/world.ts";
import { type Desk, openWindows, skipped, type WindowsConsole } from "./wine.ts";

describe.skipIf(skipped)(`files, paths and shells of Windows${skipped}`, () => {
  let windows: WindowsConsole;
  let desk: Desk;
  beforeAll(async () => {
    windows = await openWindows();
    desk = windows.desk("Käthes Lädchen & Söhne's 100%");
    await desk.till("sandbox seed demo");
  });
  afterAll(() => windows.close());

  const ok = async (line: string | readonly string[], options = {}) => {
    const result = await desk.till(line, options);
    expect({ line, ...result }).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error: ") });
    return result.stdout;
  };

  test("exports and imports files with umlauts, spaces, long paths and both separators", async () => {
    const long = Array.from({ length: 12 }, (_, index) => `a folder with a long name ${index}`).join("\\");
    mkdirSync(desk.path(long.replaceAll("\\", "/")), { recursive: true });
    mkdirSync(desk.path("Größe"));
    for (const path of [
      "Preise März.csv",
      "Größe\\Ärmel.csv",
      "Größe/slash.csv",
      `${long}\\all.csv`,
      desk.windowsPath("absolute.csv"),
      "100% & more (1).csv",
      ".hidden.csv",
    ]) {
      await ok(["products", "export", path]);
      expect(await ok(["products", "import", path, "--dry-run"]), path).toContain("0 to change");
    }
    expect(desk.windowsPath(long, "all.csv").length).toBeGreaterThan(260);
    expect(readdirSync(desk.home)).toContain("100% & more (1).csv");
  });

  test("an Excel file comes back without changes", async () => {
    await ok("products export Preise.xlsx");
    expect(await ok("products import Preise.xlsx --dry-run")).toContain("0 to change");
  });

  test("a CSV as Excel on Windows writes it is read: CRLF, semicolons, decimal commas, Windows-1252", async () => {
    writeFileSync(
      desk.path("excel.csv"),
      Buffer.from('handle;name;price\r\nwool-throw;"Wolldecke Grün";89,50\r\n', "latin1"),
    );
    const line = "products import excel.csv --encoding windows-1252 --decimal , --dry-run";
    expect(await ok(line)).toContain("Wolldecke Grün");
  });

  test("refuses names that Windows does not have, before it reads anything", async () => {
    for (const [name, why] of [
      ["con.csv", "con is a device of Windows"],
      ["nul", "nul is a device of Windows"],
      ["COM1.xlsx", "COM1 is a device of Windows"],
      ["prices.csv.", "Windows drops dots and spaces"],
      ["prices ", "Windows drops dots and spaces"],
      ["what?.csv", "Windows allows no ?"],
    ] as const) {
      const { code, stderr } = await desk.till(["products", "export", name]);
      expect({ name, code, stderr }).toEqual({ name, code: 2, stderr: expect.stringContaining(why) });
    }
    expect(await desk.till("sandbox snapshot create aux")).toMatchObject({ code: 2 });
  });

  test("a file that another program holds open is named, and stays as it was", async () => {
    await ok("products export held.csv");
    const before = readFileSync(desk.path("held.csv"), "utf8");
    const script =
      "const fs = require('fs'); fs.openSync('held.csv', fs.constants.O_RDWR | 0x10000000); console.log('held'); setInterval(() => {}, 1000)";
    // The flag is that of libuv for a file that nobody else can open.
    const excel = desk.spawn("node", ["-e", script]);
    await excel.waitFor("held");
    await ok("products update wool-throw --set price=+1 --yes");
    for (const line of ["products export held.csv", "products import held.csv --dry-run"]) {
      const { code, stderr } = await desk.till(line);
      expect({ line, code, stderr }).toMatchObject({ code: 2 });
      expect(stderr).toContain("profiles open in another program");
      expect(stderr).not.toContain("bug in till");
    }
    excel.kill();
    await excel.ended;
    await ok("jobs undo last --yes");
    expect(readFileSync(desk.path("held.csv"), "utf8")).toBe(before);
    expect(readdirSync(desk.home).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("plans, backups, pulls and snapshots are folders and files that come back", async () => {
    await ok("products update wool-throw --set price=+1 --plan-out plan.ndjson");
    await ok("apply plan.ndjson --yes");
    await ok("jobs undo last --yes");
    await ok(["copy", "pull", "Mein Laden"]);
    expect(await ok(["copy", "diff", ".\\Mein Laden", "sandbox"])).toBe("");
    await ok("backup");
    await ok("backup restore --dry-run");
    await ok("sandbox snapshot create before");
    await ok("products delete wool-throw --yes");
    await ok("sandbox snapshot restore before --yes");
    expect(await ok("products get wool-throw --json")).toContain("wool-throw");
    await ok("jobs prune --older-than 0d --yes");
  });

  test("settings, profiles and credentials are kept", async () => {
    await ok("config set timeZone Europe/Berlin");
    await ok("profiles create shop --client-id app-1 --site site-1 --currency eur");
    expect(await ok("profiles list --json")).toContain('"shop"');
    await ok("profiles delete shop --yes");
    expect(await ok("config get timeZone")).toContain("Europe/Berlin");
    await ok("config delete timeZone");
    await ok("config views create cheap products --filter 'price < 30'");
    await ok("products list --view cheap");
  });

  test("names that differ in case only are one file, so the second one is rejected or not found", async () => {
    await ok("sandbox snapshot create spring");
    await ok("profiles create laden --platform sandbox");
    await ok("backup create --name base");
    for (const [line, code, message] of [
      ["sandbox snapshot create Spring --replace", 6, "There is already a snapshot spring"],
      ["sandbox snapshot restore SPRING --yes", 5, "Did you mean spring?"],
      ["profiles create Laden --platform sandbox", 6, 'The profile "laden" already exists'],
      ["backup create --name BASE", 6, 'There is a backup "base" already'],
    ] as const) {
      const { stderr, ...result } = await desk.till(line);
      expect({ line, stderr, ...result }).toMatchObject({ code, stderr: expect.stringContaining(message) });
    }
    await ok("sandbox snapshot delete spring --yes");
    await ok("profiles delete laden --yes");
    await ok("backup delete base --yes");
  });

  test("an editor that is a command of Windows edits products; a missing one is named", async () => {
    writeFileSync(
      desk.path("editor.cjs"),
      "const fs = require('fs'); const file = process.argv[2]; fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('24.00', '25.50'))",
    );
    const node = `"${(await desk.run("node", ["-p", "process.execPath"])).stdout.trim()}"`;
    const { code, stdout, stderr } = await desk.till("products edit stoneware-mug --yes", {
      env: { EDITOR: `${node} editor.cjs` },
    });
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
    expect(await ok("products get stoneware-mug --json")).toContain("25.5");
    await ok("jobs undo last --yes");
    const missing = await desk.till("products edit wool-throw --yes", { env: { EDITOR: "no-such-editor" } });
    expect(missing.stderr).toContain("no-such-editor");
  });

  test("doctor, upgrade, completion, help, story and a home without HOME explain themselves", async () => {
    const { stdout: checks } = await desk.till("doctor --offline");
    expect(checks).not.toMatch(/0600|0700|chmod/);
    expect((await desk.till("upgrade")).stderr).not.toContain("DEP0190");
    expect(await ok("config completion powershell")).toContain("Register-ArgumentCompleter");
    expect(await ok("help products update")).toContain("--set");
    writeFileSync(desk.path("one.story"), "$ till products list\n");
    const story = await desk.till("story run one.story");
    expect(story).toMatchObject({ code: 1 });
    expect(story.stderr).toContain("sh");
    const none = {
      TILL_HOME: "",
      HOME: "",
      USERPROFILE: "",
      APPDATA: "",
      LOCALAPPDATA: "",
      HOMEDRIVE: "",
      HOMEPATH: "",
    };
    const homeless = await desk.till("sandbox seed 2", { env: none });
    expect(homeless.stderr).not.toContain("bug in till");
    expect(readdirSync(desk.home)).not.toContain("dev");
  });

  test("input and output through pipes of Windows", async () => {
    const csv = await ok("products export --output csv -");
    expect(await ok("products import - --dry-run", { stdin: csv })).toContain("0 to change");
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    expect(await ok("agents mcp", { stdin: `${JSON.stringify(request)}\n` })).toContain('"serverInfo"');
  });

  test("a scheduled task of Windows is installed, runs its command and is uninstalled", async () => {
    const shop = windows.desk("Geplant & 50 %");
    const install = ["schedule", "create", "0 6 * * *", "--name", "nightly", "--", "sandbox", "seed", "3"];
    const installed = await shop.till(install);
    expect(installed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("A scheduled task of Windows runs it"),
    });
    const xml = readFileSync(shop.path("till/state/schedules/nightly.xml"), "utf16le");
    const [, words = ""] = /<Arguments>(.*)<\/Arguments>/.exec(xml) ?? [];
    const line = words.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    // What the task starts.
    expect(await shop.run("cmd.exe", [line], { env: { TILL_HOME: "" } })).toMatchObject({ code: 0 });
    const history = JSON.parse((await shop.till("schedule history nightly --json")).stdout);
    expect(history.items).toMatchObject([{ exitCode: 0 }]);
    const removed = await shop.till("schedule delete nightly --yes");
    expect(removed).toMatchObject({ code: 0, stderr: expect.not.stringContaining("could not be stopped") });
    expect(existsSync(shop.path("till/state/schedules/nightly.xml"))).toBe(false);
  });

  const executable = "dist-sea/till-win-x64.exe";
  const missing = existsSync(executable)
    ? ""
    : " (skipped: no executable; run: npm run sea -- --target win-x64 --download)";
  test.skipIf(missing)(`the executable for Windows works without Node${missing}`, async () => {
    const shop = windows.desk("Programme (x86)");
    cpSync(executable, shop.path("till.exe"));
    const till = (...args: string[]) => shop.run(shop.windowsPath("till.exe"), args, { env: { PATH: "" } });
    expect(await till("--version")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(await till("sandbox", "seed", "demo")).toMatchObject({ code: 0 });
    expect(await till("products", "list", "--jq", ".items | length")).toMatchObject({ stdout: "24\n" });
    expect(await till("products", "export", "Preise.xlsx")).toMatchObject({ code: 0 });
    const preview = await till("products", "import", "Preise.xlsx", "--dry-run");
    expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining("0 to change") });
    expect(await till("products", "update", "wool-throw", "--set", "price=+1", "--yes")).toMatchObject({
      code: 0,
    });
    expect(await till("jobs", "undo", "last", "--yes")).toMatchObject({ code: 0 });
    const install = [
      "schedule",
      "create",
      "0 6 * * *",
      "--name",
      "nightly",
      "--dry-run",
      "--",
      "products",
      "list",
    ];
    const { stdout } = await till(...install);
    expect(stdout).toContain("till.exe&#34; schedule run nightly --due");
  });

  test("lines of the guides in double quotes are the same words in cmd.exe as in a POSIX shell", async () => {
    const shop = windows.desk("quotes");
    writeFileSync(shop.path("words.cjs"), "console.log(JSON.stringify(process.argv.slice(2)))");
    const lines = linesInDoubleQuotes();
    expect(lines.length).toBeGreaterThan(50);
    const words: unknown[] = [];
    // cmd.exe takes 8,191 characters.
    for (let at = 0; at < lines.length; at += 20) {
      const typed = lines.slice(at, at + 20).map((line) => line.replace("till", "node words.cjs"));
      const { stdout, code } = await shop.run("cmd.exe", ["/d", "/s", "/c", `"${typed.join(" & ")}"`]);
      expect(code).toBe(0);
      words.push(
        ...stdout
          .trim()
          .split(/\r?\n/)
          .map((line) => JSON.parse(line)),
      );
    }
    expect(words).toEqual(lines.map((line) => splitCommandLine(line).slice(1)));
  });

  test("npm's shims start till from cmd.exe, with arguments in double quotes", async () => {
    const shop = windows.desk("npm and cmd");
    // npm itself, behind the links on the PATH. `npm root` tells the modules of the Node that runs it, which may have no npm.
    const npm = realpathSync(execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim());
    cpSync(dirname(dirname(npm)), shop.path("npm"), { recursive: true });
    const [archive = ""] = readdirSync(dirname(dirname(shop.home))).filter((name) => name.endsWith(".tgz"));
    cpSync(join(dirname(dirname(shop.home)), archive), shop.path("till.tgz"));
    const flags = ["--global", "--offline", "--omit=optional", "--no-audit", "--no-fund", "--ignore-scripts"];
    const installed = await shop.run(
      "node",
      ["npm/bin/npm-cli.js", "install", ...flags, "--prefix", shop.windowsPath("tools"), "till.tgz"],
      { env: { npm_config_cache: shop.windowsPath("cache") } },
    );
    expect(installed).toMatchObject({ code: 0 });
    expect(existsSync(shop.path("tools", "till.cmd"))).toBe(true);
    const cmd = (line: string) =>
      shop.run("cmd.exe", ["/d", "/s", "/c", `""${shop.windowsPath("tools", "till.cmd")}" ${line}"`]);
    expect(await cmd("--version")).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
    expect(await cmd("sandbox seed demo")).toMatchObject({ code: 0 });
    const list = await cmd(`products list --filter "brand = 'Studio Müller'" --fields handle`);
    expect(list).toMatchObject({ code: 0, stdout: "espresso-cup-set\nstoneware-mug\ndinner-plate-watt\n" });
    const split = await cmd(`products list --filter 'brand = "Studio Müller"'`);
    expect(split.stderr).toContain("cmd.exe does not know single quotes");
  });
});

/** Returns the lines of the guides with double quotes, and nothing that only one of the shells knows. */
function linesInDoubleQuotes(): string[] {
  const guides = [...globSync("docs/guides/*.md"), "README.md"].sort();
  const blocks = guides.flatMap((file) => readFileSync(file, "utf8").match(/^```\w*\n[\s\S]*?^```/gm) ?? []);
  const lines = blocks.flatMap((block) => block.match(/(?<=^(?:\$ )?)till .*/gm) ?? []);
  return [...new Set(lines.map((line) => line.replace(/\s+#.*/, "")))].filter(
    (line) => line.includes('"') && !/[$|&<>^\\`']/.test(line.replace(/(?<=")[^"$]*(?=")/g, "")),
  );
}
