import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

const canary = "CANARY-7f3a";

let world: World;
beforeEach(() => {
  world = createWorld();
  onTestFinished(() => world.close());
});

/** What may be in a repository that someone else made. */
const hostile: Record<string, { make(file: string): void; message: string }> = {
  "a pipe": {
    make: (file) => void execFileSync("mkfifo", [file]),
    message: "it is not a regular file",
  },
  "a folder": { make: (file) => mkdirSync(file), message: "it is a folder" },
  "a link to a private file": {
    make: (file) => {
      writeFileSync(world.path("private"), `${canary}: [`);
      symlinkSync(world.path("private"), file);
    },
    message: "it is a link, not a regular file",
  },
  "a link to a device that never ends": {
    make: (file) => symlinkSync("/dev/zero", file),
    message: "it is a link, not a regular file",
  },
  "a file of more than 64 KB": {
    make: (file) => writeFileSync(file, `# ${canary}${" ".repeat(65_536)}`),
    message: "it is larger than 64 KB",
  },
  "an alias bomb": {
    make: (file) =>
      writeFileSync(
        file,
        [
          `a: &a [${canary}]`,
          ...[..."bcdefghij"].map((name, at) => `${name}: &${name} [${`*${"abcdefghi"[at]},`.repeat(9)}]`),
        ].join("\n"),
      ),
    message: "uses aliases",
  },
  "brackets inside brackets": {
    make: (file) => writeFileSync(file, `profile: ${"[".repeat(10_000)}`),
    message: "",
  },
  "broken YAML": {
    make: (file) => writeFileSync(file, `\nsite: "${canary}`),
    message: ".till.yaml:2: this is not valid YAML",
  },
  "an unknown key": {
    make: (file) => writeFileSync(file, `profile: a\n${canary}: a`),
    message: ".till.yaml:2: there is no such key",
  },
  "a key that is a list": {
    make: (file) => writeFileSync(file, `? [${canary}]\n: a`),
    message: "there is no such key",
  },
  "a list": { make: (file) => writeFileSync(file, `- ${canary}`), message: "not a list of keys" },
  "an unknown setting": {
    make: (file) => writeFileSync(file, `settings:\n  limit: 3\n  ${canary}: 3`),
    message: ".till.yaml:3: there is no such setting",
  },
  "an invalid value": {
    make: (file) => writeFileSync(file, `settings:\n  limit: ${canary}`),
    message: ".till.yaml:2: the value of limit is not valid",
  },
  "a profile that is not text": {
    make: (file) => writeFileSync(file, `profile:\n  - ${canary}`),
    message: ".till.yaml:1: profile is not text",
  },
};

for (const [name, { make, message }] of Object.entries(hostile))
  test(`a .till.yaml that is ${name} ends commands with exit 2 and without its content`, async () => {
    make(world.path(".till.yaml"));
    for (const line of ["products list", "config trust", "products list --json", "config trust --json"]) {
      const ended = await world.till(line);
      expect({ line, ...ended }).toMatchObject({ line, code: 2, stdout: "" });
      expect(ended.stderr).toContain(message);
      expect(ended.stderr).not.toContain(canary);
      expect(ended.stderr).not.toContain("bug in till");
    }
    // What repairs settings still works.
    const listed = await world.till("config list");
    expect(listed.code).toBe(0);
    expect(listed.stderr).toContain("It is ignored.");
    expect(listed.stderr).not.toContain(canary);
  });

test("what a .till.yaml sets is shown before it is trusted, and only what was shown is trusted", async () => {
  const file = world.path(".till.yaml");
  const content =
    "profile: staging\nsite: s-1\nsettings:\n  limit: 2\n  journal: postgres://u:hunter2@db.example/x\n";
  writeFileSync(file, content);
  const refused = await world.till("products list");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    'It sets: profile "staging", site "s-1", limit 2, journal "postgres://u:[redacted]@db.example/x".',
  );
  await world.till("config trust");
  expect((await world.till("config get limit")).stdout).toContain("2");
  rmSync(file);
  writeFileSync(file, `${content}#`);
  expect((await world.till("products list")).stderr).toContain("you have not trusted it yet");
});

test("a value in a .till.yaml cannot write its own lines", async () => {
  writeFileSync(world.path(".till.yaml"), 'profile: "x\\n\\nerror: none\\e[2J"');
  const { stderr } = await world.till("products list");
  expect(stderr.trimEnd().split("\n")).toHaveLength(2);
  expect(stderr).not.toContain("\u001b");
});
