import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { inContext } from "../support/context.ts";
import { temporaryFolder } from "../support/folders.ts";
import { Manifest } from "../support/kubernetes.ts";
import { createWorld } from "../support/world.ts";

const missing =
  spawnSync("systemd-analyze", ["--version"]).status === 0
    ? ""
    : " (skipped: no systemd-analyze; install the package systemd)";

test.skipIf(missing !== "")(`systemd rates the service of the worker at most 4${missing}`, () => {
  const folder = temporaryFolder();
  for (const name of readdirSync("examples/systemd"))
    copyFileSync(join("examples/systemd", name), join(folder, name));
  const { stdout } = spawnSync(
    "systemd-analyze",
    ["security", "--offline=true", "--no-pager", join(folder, "till-worker.service")],
    { encoding: "utf8" },
  );
  const [, score] = /Overall exposure level for till-worker\.service: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(score)).toBeLessThanOrEqual(4);
});

test("the service of the worker runs a command line of till", async () => {
  const unit = readFileSync("examples/systemd/till-worker.service", "utf8");
  const [, line = ""] = /^ExecStart=\S+\/till (.+)$/m.exec(unit) ?? [];
  const parsed = inContext(createWorld(), (context) => context.parse(line.split(" ")));
  await expect(parsed).resolves.toMatchObject({ command: "worker" });
});

const manifests = readdirSync("examples/kubernetes").map((name) => join("examples/kubernetes", name));

test.each(manifests)(
  "%s has only fields of Kubernetes, runs as the policy restricted asks, and a command of till",
  async (file) => {
    for (const document of parseAllDocuments(readFileSync(file, "utf8"))) {
      const manifest = Manifest.parse(document.toJS());
      const pod =
        manifest.kind === "Deployment"
          ? manifest.spec.template.spec
          : manifest.spec.jobTemplate.spec.template.spec;
      for (const { args } of pod.containers)
        await expect(inContext(createWorld(), (context) => context.parse(args))).resolves.toBeDefined();
    }
  },
);

test.each([
  ["a field on the wrong level", "      replicas: 2\n"],
  ["a container that may become root", "", "runAsNonRoot: true", "runAsNonRoot: false"],
  ["an image without a digest", "", /@sha256:0+/, ":latest"],
])("the check of manifests notices %s", (_what, added, from: string | RegExp = "", to = "") => {
  const text = readFileSync("examples/kubernetes/worker.yaml", "utf8");
  const changed = text
    .replace(from, to)
    .replace("  template:\n", `  template:\n${added.replace(/^ {6}/, "    ")}`);
  expect(changed).not.toBe(text);
  expect(Manifest.safeParse(parse(changed)).success).toBe(false);
});
