import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import { inContext } from "../support/context.ts";
import { createWorld, splitCommandLine, type World } from "../support/world.ts";

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
  network_mode?: string;
  volumes?: string[];
}

const text = readFileSync("examples/containers/compose.yaml", "utf8");
const { services, volumes } = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};

let world: World;
beforeAll(() => {
  world = createWorld();
});
afterAll(() => world.close());

test("every command line of the containers and their guide is one of till", async () => {
  const guide = readFileSync("docs/guides/workers.md", "utf8");
  const typed = [...`${text}\n${guide}`.matchAll(/docker compose run --rm till (.+)/g)].map(([, line = ""]) =>
    splitCommandLine(line.replace(/`.*/, "")),
  );
  const lines = [...Object.values(services).flatMap(({ command }) => (command ? [command] : [])), ...typed];
  expect(lines.length).toBeGreaterThanOrEqual(5);
  for (const line of lines) {
    const parsed = inContext(world, (context) => context.parse(line));
    await expect(parsed, line.join(" ")).resolves.toBeDefined();
  }
});

test("the containers use a sandbox's own site and key, and only services and volumes that exist", () => {
  const { environment = {} } = services.worker ?? {};
  expect(environment.TILL_API_KEY).toContain(defaults.apiKey);
  expect(environment.TILL_SITE_ID).toContain(defaults.siteId);
  for (const { depends_on = {}, network_mode, volumes: mounted = [] } of Object.values(services)) {
    const named = [
      ...Object.keys(depends_on),
      ...(network_mode ? [network_mode.replace("service:", "")] : []),
    ];
    for (const name of named) expect(services).toHaveProperty(name);
    for (const mount of mounted) expect(volumes).toHaveProperty(mount.split(":")[0] ?? "");
  }
});
