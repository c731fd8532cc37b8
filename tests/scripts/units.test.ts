import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { systemdUnits } from "../../src/workers/systemd.ts";
import { inContext } from "../support/context.ts";
import { temporaryFolder } from "../support/folders.ts";
import { Manifest } from "../support/kubernetes.ts";
import { createWorld } from "../support/world.ts";

const missing =
  spawnSync("systemd-analyze", ["--version"]).status === 0
    ? ""
    : " (skipped: no systemd-analyze; install the package systemd)";

/** Returns how systemd rates a service: 0 is confined, 10 is not. */
function exposureOf(service: string): number {
  const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=true", "--no-pager", service], {
    encoding: "utf8",
  });
  return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
}

test.skipIf(missing !== "")(`systemd rates the service of the worker at most 4${missing}`, () => {
  const folder = temporaryFolder();
  for (const name of globSync("*.service", { cwd: "examples/systemd" }))
    copyFileSync(join("examples/systemd", name), join(folder, name));
  expect(exposureOf(join(folder, "till-worker.service"))).toBeLessThanOrEqual(4);
});

test.skipIf(missing !== "")(`systemd rates the confined service of a schedule at most 4${missing}`, () => {
  const schedule = { name: "nightly", when: { cron: "0 6 * * *" }, timeZone: "UTC", line: ["backup"] };
  const program = { program: ["/usr/bin/node", "/opt/till.js"], cwd: "/srv", environment: {} };
  const service = join(temporaryFolder(), "till-nightly.service");
  const rated = [true, false].map((confined) => {
    writeFileSync(service, systemdUnits(schedule, { ...program, confined })[0]?.text ?? "");
    return exposureOf(service);
  });
  expect(rated[0]).toBeLessThanOrEqual(4);
  expect(rated[1]).toBeGreaterThan(4);
});

test("the service of the worker runs a command line of till", async () => {
  const unit = readFileSync("examples/systemd/till-worker.service", "utf8");
  const [, line = ""] = /^ExecStart=\S+\/till (.+)$/m.exec(unit) ?? [];
  const parsed = inContext(createWorld(), (context) => context.parse(line.split(" ")));
  await expect(parsed).resolves.toMatchObject({ command: "worker" });
});

const manifests = globSync("*.yaml", { cwd: "examples/kubernetes" }).map((name) =>
  join("examples/kubernetes", name),
);

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
