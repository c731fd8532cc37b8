import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  const approvers = ["bob", "grace"].map((name) => `${name}@example.com ${newKey(name)}`);
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
  world.till(`plan approve ${plan} --key ${name} --yes`, { now, who: { actor: name, host: "desk" } });
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
  expect(await apply()).toMatchObject(
    refused(
      "needs an approval by another person.\n  Nothing was sent. They approve it with: till plan approve night.ndjson --key",
    ),
  );
  expect(await approve("mallory")).toMatchObject({ code: 0 });
  expect(await apply()).toMatchObject(refused("is signed with a key that is not an approver"));
  expect(writes).toEqual([]);
  expect(await approve("bob")).toMatchObject({ code: 0 });
  expect(await apply("--dry-run")).toMatchObject({ code: 0 });
  expect(writes).toEqual([]);
  expect(await apply()).toMatchObject({ code: 0 });
  expect(writes).toHaveLength(2);
  const { stdout } = await world.till("jobs show last --json");
  expect(JSON.parse(stdout)).toMatchObject({ approvedBy: ["bob@example.com"] });
  expect((await world.till("jobs audit --output csv --fields what,approvedBy")).stdout).toContain(
    "payment.capture,bob@example.com",
  );
});

test("with money, marking orders as paid needs the approval of its plan, and is done with it", async () => {
  await requireApproval("money");
  writes.length = 0;
  expect(await world.till("orders mark-paid 10012 10001 --yes", { onRequest })).toMatchObject(
    refused("an approval by another person"),
  );
  await world.till("orders mark-paid 10012 10001 --plan-out night.ndjson");
  expect(await apply()).toMatchObject(refused("till plan approve night.ndjson --key"));
  expect(writes).toEqual([]);
  await approve("bob");
  expect(await apply()).toMatchObject({ code: 0 });
  expect(writes).toEqual(["orders.bulkMarkAsPaid"]);
});

test("who approves does not depend on the folder in which a plan is applied", async () => {
  const { stdout } = await world.till("config get approvers --profile sandbox");
  expect(stdout).toBe(`${world.path("approvers")}\n`);
  expect(await world.till("config set approvers nobody --profile sandbox")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no such file"),
  });
  await requireApproval("money");
  await world.till("orders capture 10006 --plan-out night.ndjson");
  const settings = world.path("till/config/settings.json");
  const stored = readFileSync(settings, "utf8");
  for (const [approvers, problem] of [
    ["approvers", "is not a full path"],
    [world.path("gone"), "does not exist"],
  ] as const) {
    writeFileSync(settings, stored.replace(world.path("approvers"), approvers));
    expect(await apply()).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
  }
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
  await approve("bob", "night.ndjson", now);
  expect(await apply("", now)).toMatchObject(refused("of grace@example.com is older than seven days"));
  await approve("bob", "night.ndjson", now);
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
    refused("of bob@example.com has no valid signature. The approval cannot be read."),
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
  await approve("bob");
  const approvals = world.path("night.ndjson.approvals");
  const { signed: facts } = JSON.parse(readFileSync(approvals, "utf8")) as { signed: string };
  const signed = JSON.stringify({ ...JSON.parse(facts), at: "always" });
  const args = ["-Y", "sign", "-q", "-n", "till-plan", "-f", world.path("bob")];
  const signature = execFileSync("ssh-keygen", args, { input: signed, encoding: "utf8" });
  writeFileSync(approvals, `${JSON.stringify({ signed, signature })}\n`);
  writes.length = 0;
  expect(await apply()).toMatchObject(refused("The approval cannot be read."));
  expect(writes).toEqual([]);
});

test("a refund is planned, approved by another person, and sent once as it was planned", async () => {
  await requireApproval("money");
  const refund = "orders refund 10001 --amount 1";
  expect(await world.till(`${refund} --yes`, { onRequest })).toMatchObject(refused("--plan-out FILE"));
  writes.length = 0;
  const planned = await world.till(`${refund} --reason late --plan-out night.ndjson`, { onRequest });
  expect(planned).toMatchObject({ code: 0 });
  expect(planned.stderr).toContain("The plan is in night.ndjson; apply it with: till apply night.ndjson");
  expect(await apply()).toMatchObject(refused("This change needs an approval by another person."));
  expect(writes).toEqual([]);
  expect(await approve("bob")).toMatchObject({ code: 0 });
  expect(await apply("--dry-run")).toMatchObject({ code: 0 });
  expect(await apply("--expect 2")).toMatchObject({ code: 6 });
  expect(writes).toEqual([]);
  expect(await apply("--json")).toMatchObject({ code: 0, stdout: expect.stringContaining('"late"') });
  expect(writes).toEqual(["orderBilling.refund"]);
  const { stdout } = await world.till("jobs show last --json");
  expect(JSON.parse(stdout)).toMatchObject({
    approvedBy: ["bob@example.com"],
    command: expect.stringContaining("orders refund 10001"),
  });
  expect(await apply()).toMatchObject({ code: 6, stderr: expect.stringContaining("shop was changed since") });
  expect(writes).toHaveLength(1);
});

test("a planned refund is not sent after another one, and a plan that was edited never", async () => {
  await world.till("orders refund 10001 --amount 1 --plan-out night.ndjson");
  await world.till("orders refund 10001 --amount 2 --yes");
  writes.length = 0;
  expect(await apply()).toMatchObject({ code: 6, stderr: expect.stringContaining("shop was changed since") });
  const path = world.path("night.ndjson");
  writeFileSync(path, readFileSync(path, "utf8").replaceAll('"1.00"', '"100.00"'));
  expect(await apply()).toMatchObject({ code: 2, stderr: expect.stringContaining("the hash differs") });
  expect(writes).toEqual([]);
});

test("a planned creation sends the request of the plan, and only once", async () => {
  await requireApproval("1");
  expect(await world.till("gift-cards create --value 25 --plan-out night.ndjson")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("cannot be planned into a file: it has a secret"),
  });
  expect(await world.till("collections create --name Gifts --plan-out night.ndjson")).toMatchObject({
    code: 0,
  });
  const { change } = JSON.parse(readFileSync(world.path("night.ndjson"), "utf8")) as {
    change: { input: object };
  };
  await approve("bob");
  const bodies: string[] = [];
  expect(
    await world.till("apply night.ndjson --yes", {
      onRequest: ({ effect, body }) => effect !== "read" && bodies.push(String(body)),
    }),
  ).toMatchObject({ code: 0 });
  expect(bodies.map((body) => JSON.parse(body))).toEqual([change.input]);
  writes.length = 0;
  expect(await apply()).toMatchObject({ code: 6, stderr: expect.stringContaining("applied before") });
  expect(writes).toEqual([]);
});

test("a plan whose application cannot be recorded is not applied", async () => {
  expect(await world.till("collections create --name Gifts --plan-out night.ndjson")).toMatchObject({
    code: 0,
  });
  // Makes the record.
  await world.till("collections create --name Books");
  writeFileSync(world.path("till/state/changes.sqlite"), "not a database");
  writes.length = 0;
  expect(await apply()).toMatchObject({ code: 1, stderr: expect.stringContaining("is not a database") });
  expect(writes).toEqual([]);
});

test("whoever plans a change cannot approve it, whatever key they have", async () => {
  await requireApproval("1");
  const bob = { actor: "bob", host: "studio" };
  await world.till("products update oven-mitt --set price=+1 --plan-out night.ndjson");
  const own = await world.till("plan approve night.ndjson --key bob --yes");
  expect(own).toMatchObject({ code: 4, stderr: expect.stringContaining("ada has planned this change") });
  // In the name of another user: the key is that of the planner.
  await world.till("products update oven-mitt --set price=+1 --plan-out night.ndjson", { who: bob });
  expect(await approve("bob")).toMatchObject({ code: 0 });
  expect(await apply()).toMatchObject(refused("of bob@example.com does not count: they have planned it"));
  // What CI says can be set by anyone: it makes the planner no other person.
  const posing = { CI: "true", GITHUB_ACTIONS: "true", GITHUB_ACTOR: "grace", TILL_PROFILE: "sandbox" };
  await world.till("products update oven-mitt --set price=+1 --plan-out night.ndjson", {
    who: bob,
    env: posing,
  });
  const posed = await world.till("plan approve night.ndjson --key bob --yes", {
    who: bob,
    env: { ...posing, GITHUB_ACTOR: "mallory" },
  });
  expect(posed).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("mallory has planned this change"),
  });
  await approve("bob");
  expect(await apply()).toMatchObject(refused("of bob@example.com does not count: they have planned it"));
  // In CI the planner is who started the run.
  const env = { TILL_PROFILE: "sandbox", GITHUB_ACTIONS: "true", GITHUB_ACTOR: "grace", CI: "true" };
  await world.till("products update oven-mitt --set price=+1 --plan-out night.ndjson", { env });
  await approve("grace");
  expect(await apply()).toMatchObject(refused("of grace@example.com does not count"));
  await approve("bob");
  expect(await apply()).toMatchObject({ code: 0 });
});

test("a header that was edited, or that does not say who planned, is refused", async () => {
  await requireApproval("1");
  for (const line of [
    "products update oven-mitt --set price=+1 --plan-out night.ndjson",
    "orders refund 10001 --amount 1 --plan-out night.ndjson",
  ]) {
    expect(await world.till(line)).toMatchObject({ code: 0 });
    const path = world.path("night.ndjson");
    const planned = readFileSync(path, "utf8");
    const harms = [
      [planned.replace(/"plannedBy":\{.*?\},/, ""), "plannedBy"],
      [planned.replace('"actor":"ada"', '"actor":"eve"'), "the hash differs"],
      [planned.replace(/"profile":"sandbox"/, '"profile":"another"'), "the hash differs"],
    ] as const;
    writes.length = 0;
    for (const [text, problem] of harms) {
      expect(text).not.toBe(planned);
      writeFileSync(path, text);
      for (const ended of [await approve("bob"), await apply("--profile sandbox")])
        expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
    }
    expect(writes).toEqual([]);
  }
});

test("the environment makes the rule of a profile stricter, never looser, and names no other approvers", async () => {
  const change = "products update oven-mitt --set price=+1 --yes";
  await requireApproval("1");
  for (const value of ["none", "money"])
    expect(await world.till(change, { env: { TILL_REQUIRE_APPROVAL: value } })).toMatchObject(
      refused("needs an approval"),
    );
  await requireApproval("money");
  expect(await world.till(change, { env: { TILL_REQUIRE_APPROVAL: "none" } })).toMatchObject({ code: 0 });
  expect(await world.till(change, { env: { TILL_REQUIRE_APPROVAL: "2" } })).toMatchObject(
    refused("needs 2 approvals"),
  );
  writeFileSync(world.path("own"), `mallory@example.com ${readFileSync(world.path("mallory.pub"), "utf8")}`);
  await world.till("orders capture 10006 --plan-out night.ndjson");
  await approve("mallory");
  const posing = { TILL_APPROVERS: world.path("own"), TILL_REQUIRE_APPROVAL: "money" };
  expect(await world.till("apply night.ndjson --yes", { env: posing })).toMatchObject(
    refused("is signed with a key that is not an approver"),
  );
});
