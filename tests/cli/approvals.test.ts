import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  const approvers = ["ada", "grace"].map((name) => `${name}@example.com ${newKey(name)}`);
  writeFileSync(world.path("approvers"), `${approvers.join("\n")}\n`);
  newKey("mallory");
  await world.till("config set approvers approvers --profile sandbox");
});

/** Makes an SSH key and returns its public key. */
function newKey(name: string): string {
  const file = world.path(name);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", file]);
  return readFileSync(`${file}.pub`, "utf8").split(" ").slice(0, 2).join(" ");
}

const requireApproval = (value: string) =>
  world.till(`config set requireApproval ${value} --profile sandbox`);
const approve = (name: string, plan = "night.ndjson", now = new Date()) =>
  world.till(`plan approve ${plan} --key ${name} --yes`, { now });
const writes: string[] = [];
const onRequest = ({ effect, name }: { effect: string; name: string }) => {
  if (effect !== "read") writes.push(name);
};
const apply = (flags = "", now = new Date()) =>
  world.till(`apply night.ndjson --yes ${flags}`, { now, onRequest });
const refused = (reason: string) => ({ code: 4, stderr: expect.stringContaining(reason) });

test("with money, payments need the approval of their plan; other changes do not", async () => {
  await requireApproval("money");
  writes.length = 0;
  const capture = "orders capture 10006 10007 --expect 2";
  for (const line of [`${capture} --yes`, "orders refund 10001 --amount 1 --yes"])
    expect(await world.till(line, { onRequest })).toMatchObject(refused("an approval by another person"));
  expect(writes).toEqual([]);
  expect(await world.till("products update oven-mitt --set price=+1 --yes")).toMatchObject({ code: 0 });
  expect(await world.till(`${capture} --plan-out night.ndjson`)).toMatchObject({ code: 0 });
  expect(await apply()).toMatchObject(refused("This change needs an approval by another person."));
  expect(await approve("mallory")).toMatchObject({ code: 0 });
  expect(await apply()).toMatchObject(refused("is signed with a key that is not an approver"));
  expect(writes).toEqual([]);
  expect(await approve("ada")).toMatchObject({ code: 0 });
  expect(await apply("--dry-run")).toMatchObject({ code: 0 });
  expect(writes).toEqual([]);
  expect(await apply()).toMatchObject({ code: 0 });
  expect(writes).toHaveLength(2);
  const { stdout } = await world.till("jobs show last --json");
  expect(JSON.parse(stdout)).toMatchObject({ approvedBy: ["ada@example.com"] });
  expect((await world.till("audit --output csv --fields what,approvedBy")).stdout).toContain(
    "payment.capture,ada@example.com",
  );
});

test("an approval is for one plan, to the byte, for its site, and for seven days; two people are two keys", async () => {
  await requireApproval("2");
  writes.length = 0;
  const plan = "products update oven-mitt serving-bowl --set price=+1 --plan-out night.ndjson";
  expect(await world.till("collections update coffee --name A", { onRequest })).toMatchObject(
    refused("needs an approval"),
  );
  expect(await world.till(plan)).toMatchObject({ code: 0 });
  const now = new Date();
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000 - 1000);
  await approve("grace", "night.ndjson", weekAgo);
  await approve("ada", "night.ndjson", now);
  expect(await apply("", now)).toMatchObject(refused("of grace@example.com is older than seven days"));
  await approve("ada", "night.ndjson", now);
  expect(await apply("", now)).toMatchObject(refused("needs an approval"));
  await approve("grace", "night.ndjson", new Date(now.getTime() + 3_600_000));
  expect(await apply("", now)).toMatchObject(refused("of grace@example.com is from the future"));
  // The signature of another text, and of another plan.
  const approvals = world.path("night.ndjson.approvals");
  const [, valid = ""] = readFileSync(approvals, "utf8").split("\n");
  const forged = JSON.parse(valid) as { signed: string };
  appendFileSync(
    approvals,
    `${JSON.stringify({ ...forged, signed: forged.signed.replace("oven", "Oven") })}\nnonsense\n`,
  );
  expect(await apply("", now)).toMatchObject(
    refused("of ada@example.com has no valid signature. The approval cannot be read."),
  );
  copyFileSync(world.path("night.ndjson"), world.path("other.ndjson"));
  appendFileSync(world.path("other.ndjson"), "");
  writeFileSync(
    world.path("other.ndjson"),
    readFileSync(world.path("other.ndjson"), "utf8").replace(
      '"kind":"products.update"',
      '"kind":"products.update" ',
    ),
  );
  await approve("grace", "other.ndjson", now);
  appendFileSync(approvals, readFileSync(world.path("other.ndjson.approvals"), "utf8"));
  expect(await apply("", now)).toMatchObject(
    refused("of grace@example.com is for another plan, or the plan was changed"),
  );
  expect(await world.till("plan status night.ndjson --json", { now })).toMatchObject({ code: 4 });
  expect(writes).toEqual([]);
  await approve("grace", "night.ndjson", now);
  expect(await apply("", now)).toMatchObject({ code: 0 });
  // The job carries its approvals.
  expect(await world.till("jobs undo last --yes", { onRequest })).toMatchObject({ code: 0 });
  const folder = world.path(".till.yaml");
  writeFileSync(folder, "settings:\n  requireApproval: none\n");
  expect(await world.till("products list")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("a folder cannot choose who approves changes"),
  });
});

test("an approval without a time that can be read never counts", async () => {
  await requireApproval("1");
  await world.till("products update oven-mitt --set price=+1 --plan-out night.ndjson");
  await approve("ada");
  const approvals = world.path("night.ndjson.approvals");
  const { signed: facts } = JSON.parse(readFileSync(approvals, "utf8")) as { signed: string };
  const signed = JSON.stringify({ ...JSON.parse(facts), at: "always" });
  const args = ["-Y", "sign", "-q", "-n", "till-plan", "-f", world.path("ada")];
  const signature = execFileSync("ssh-keygen", args, { input: signed, encoding: "utf8" });
  writeFileSync(approvals, `${JSON.stringify({ signed, signature })}\n`);
  writes.length = 0;
  expect(await apply()).toMatchObject(refused("The approval cannot be read."));
  expect(writes).toEqual([]);
});
