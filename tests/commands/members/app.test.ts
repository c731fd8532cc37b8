import { writeFileSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type Served, serve } from "../../support/served.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
let served: Served;
let instance: string;

beforeEach(async () => {
  world = createWorld();
  served = await serve(world);
  onTestFinished(() => served.close());
  const install = `${served.baseUrl}/installer/install?appId=${served.clientId}&redirectUrl=https://app.example/`;
  const { headers } = await fetch(install, { redirect: "manual" });
  instance = new URL(headers.get("location") ?? "").searchParams.get("instanceId") ?? "";
  writeFileSync(world.path("secret"), `${defaults.appSecret}\n`);
  await world.till(`profiles create shop --platform ${served.baseUrl} --site ${served.siteId} --use`);
});

const login = (more = "--secret-file secret") =>
  world.till(`login --app ${served.clientId} --instance ${instance} ${more}`);

test("an app signs in, acts as an admin, gets a new token after the old one ended, and signs out", async () => {
  const signedIn = await login();
  expect(signedIn).toMatchObject({ code: 0, stdout: "Signed in to profile shop as admin.\n" });
  expect(await world.till("orders list --json")).toMatchObject({ code: 0 });
  expect((await world.till("whoami --json")).stdout).not.toContain(defaults.appSecret);
  expect(JSON.parse((await world.till("whoami --json")).stdout)).toMatchObject({
    role: "admin",
    how: "till login --app",
    renewable: true,
  });
  await served.control("POST settings", { name: "tokenLifetime", value: "1" });
  await login();
  await expect
    .poll(async () => (await world.till("orders list --json")).code, { interval: 300, timeout: 60_000 })
    .toBe(0);
  expect(JSON.stringify(await served.control("GET log?limit=100"))).not.toContain(defaults.appSecret);
  expect((await world.till("logout --api-key --json")).stdout).toContain('"app"');
  expect(await world.till("orders list")).toMatchObject({ code: 4 });
});

test("a wrong secret, an unknown instance and a missing one store nothing", async () => {
  writeFileSync(world.path("wrong"), "guess\n");
  const refused = await login("--secret-file wrong");
  expect(refused).toMatchObject({ code: 4, stdout: "" });
  expect(refused.stderr).toContain(`does not accept app ${served.clientId} on this site`);
  instance = "00000000-0000-4000-8000-000000000000";
  expect(await login()).toMatchObject({ code: 4 });
  expect(await world.till(`login --app ${served.clientId} --secret-file secret`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--instance"),
  });
  expect((await world.till("whoami --json")).stdout).toContain('"role":"none"');
});

test("an API key replaces the app, and the app the key", async () => {
  await login();
  writeFileSync(world.path("key"), `${served.apiKey}\n`);
  expect(await world.till("login --api-key --key-file key")).toMatchObject({ code: 0 });
  expect(JSON.parse((await world.till("whoami --json")).stdout)).toMatchObject({
    how: "till login --api-key",
  });
  expect((await login()).stderr).toContain("The app replaces the API key");
  expect(JSON.parse((await world.till("whoami --json")).stdout)).toMatchObject({ how: "till login --app" });
});

test("the local sandbox has no app to sign in, and names the commands that serve one", async () => {
  await world.till("profiles create local --platform sandbox --use");
  const refused = await login();
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("till profiles create <name> --platform <address>");
});
