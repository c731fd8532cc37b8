import { expect, onTestFinished, test } from "vitest";
import type { Request } from "../../../src/api/transport/transport.ts";
import { createWorld } from "../../support/world.ts";

/** A shop with demo data where Ada, who may check in guests and sell tickets for one event, is signed in. */
async function staffWorld() {
  const world = createWorld();
  onTestFinished(world.close);
  await world.till("sandbox seed demo");
  const { stdout } = await world.till(["events", "staff", "link", "Ada at the door", "--jq", ".loginLink"]);
  const signedIn = await world.till(["login", "--staff", stdout.trim()]);
  expect(signedIn).toMatchObject({ code: 0, stderr: "" });
  return { ...world, link: stdout.trim() };
}

test("a call that no scope permits ends with 4 and is not sent, even though the profile has an API key", async () => {
  const world = await staffWorld();
  const sent: string[] = [];
  const onRequest = ({ name, effect }: Request) => void sent.push(`${effect} ${name}`);
  for (const command of ["products create --name Mug --price 3", "orders list", "events staff list"]) {
    const { code, stderr } = await world.till(command, { onRequest });
    expect([command, code]).toEqual([command, 4]);
    expect(stderr).toContain('you are signed in as "Ada at the door"');
  }
  // Creating a product reads the public list first.
  expect(sent).toEqual(["read catalogVersioning.get", "read products.query"]);
});

test("--as chooses another identity, and a profile can act as staff by default", async () => {
  const world = await staffWorld();
  expect((await world.till("orders list --limit 1 --quiet --as admin")).code).toBe(0);
  expect((await world.till("profiles update sandbox --role staff")).code).toBe(0);
  const added = await world.till("cart add wool-throw --option Colour=Olive --as staff");
  expect([added.code, added.stderr]).toEqual([
    4,
    expect.stringContaining("is not available to staff members"),
  ]);
  expect((await world.till("events guests list raku-night --limit 1 --quiet")).stdout).toContain("@");
  const token = await world.till("account token");
  expect(token.stdout).not.toContain(new URL(world.link).searchParams.get("token"));
  expect(JSON.parse((await world.till("profiles get --json")).stdout).identities).toContainEqual({
    kind: "staff",
    expiresAt: null,
    renewable: false,
  });
});
