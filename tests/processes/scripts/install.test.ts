import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { releaseFiles } from "../../../scripts/release-files.ts";
import { temporaryFolder } from "../../support/folders.ts";

const system = { arm64: "arm64", x64: "x64" }[process.arch as "x64"];
const usable =
  process.platform === "linux" && system !== undefined && spawnSync("curl", ["--version"]).status === 0;

/** Serves an archive with a program that prints its version, and returns how to run its install.sh. */
async function release() {
  const folder = temporaryFolder();
  const name = `till-1.2.3-linux-${system}`;
  const archive = join(folder, `${name}.tar.gz`);
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "till"), "#!/bin/sh\necho 1.2.3\n");
  spawnSync("tar", ["-C", folder, "-czf", archive, name]);
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  const server = createServer((request, response) => {
    if (request.url !== `/${name}.tar.gz`) response.writeHead(404).end();
    else response.end(readFileSync(archive));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
  });
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sums = { [`${name}.tar.gz`]: sum, "till-1.2.3-linux-x64.tar.gz": sum };
  const script = join(folder, "install.sh");
  writeFileSync(script, releaseFiles({ version: "1.2.3", page, sums })["install.sh"] ?? "");
  chmodSync(script, 0o755);
  const bin = join(folder, "bin");
  const run = () =>
    promisify(execFile)("sh", [script], {
      env: { PATH: process.env.PATH ?? "", HOME: folder, TILL_BIN: bin },
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error) => ({ code: error.code as number, output: String(error.stderr) }),
    );
  return { archive, bin, run };
}

test.runIf(usable)("install.sh installs the program, and replaces an earlier one", async () => {
  const { bin, run } = await release();
  const first = await run();
  expect(first).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Installed till 1.2.3 as ${bin}/till`),
  });
  expect(spawnSync(join(bin, "till"), ["--version"], { encoding: "utf8" }).stdout).toBe("1.2.3\n");
  writeFileSync(join(bin, "till"), "#!/bin/sh\nexit 7\n");
  expect(await run()).toMatchObject({ code: 0 });
  expect(spawnSync(join(bin, "till"), ["--version"], { encoding: "utf8" }).stdout).toBe("1.2.3\n");
});

test.runIf(usable)(
  "install.sh installs nothing if the archive has another checksum or is missing",
  async () => {
    const { archive, bin, run } = await release();
    appendFileSync(archive, "x");
    expect(await run()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/checksum .* Nothing was installed/),
    });
    expect(existsSync(join(bin, "till"))).toBe(false);
    rmSync(archive);
    writeFileSync(archive, "");
    expect((await run()).code).not.toBe(0);
    expect(existsSync(join(bin, "till"))).toBe(false);
  },
);
