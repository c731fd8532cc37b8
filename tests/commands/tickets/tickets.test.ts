import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { encode } from "uqr";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  expect(await world.till("sandbox seed demo")).toMatchObject({ code: 0 });
});
afterAll(() => world.close());

const waiting = async () =>
  (
    await world.till(
      "tickets list raku-night --state NON_CHECKED_IN --status PAID --status PENDING --fields ticketNumber",
    )
  ).stdout
    .split("\n")
    .filter(Boolean);

test("a ticket is shown with its code, and the picture holds the same code", async () => {
  const [number = ""] = await waiting();
  const said = await world.till(["tickets", "show", number, "--png", "ticket.png"], { terminal: true });
  expect(said.code).toBe(0);
  expect(said.stdout).toMatch(/^█{20,}/);
  const { stdout } = await world.till(["tickets", "show", number, "--json"]);
  const { checkInUrl } = JSON.parse(stdout) as { checkInUrl: string };
  const { data } = encode(checkInUrl, { border: 4 });
  const png = readFileSync(world.path("ticket.png"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  const size = png.readUInt32BE(16);
  expect([size, png.readUInt32BE(20)]).toEqual([data.length * 8, data.length * 8]);
  const at = png.indexOf("IDAT");
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const dark = (row: number, column: number) => pixels[row * 8 * (size + 1) + 1 + column * 8] === 0;
  expect(data.map((row, y) => row.map((_, x) => dark(y, x)))).toEqual(data);
});

test("at the door every line is answered at once, in order, while the next one is still to come", async () => {
  const [first = "", second = ""] = await waiting();
  const heard: string[] = [];
  let told: () => void = () => {};
  const answer = () => new Promise<void>((done) => (told = done));
  async function* typing() {
    for (const line of [`${first}\n`, `https://shop.example/events/check-in/${first},x\n`, `${second}\r\n`]) {
      const answered = answer();
      yield line;
      // Not one line further before the answer is there.
      await answered;
    }
    yield "no-such-ticket\n\n";
  }
  const said = await world.till("tickets check-in raku-night", {
    typing: typing(),
    onOutput: (text) => {
      heard.push(text.split("\t").slice(0, 2).join(" "));
      told();
    },
  });
  expect(heard).toEqual([`in ${first}`, `already ${first}`, `in ${second}`, "unknown no-such-ticket"]);
  expect(said.code).toBe(9);
  expect(await waiting()).not.toContain(first);
});

test("what is wrong ends it before a line is answered, and nothing that failed exits 0", async () => {
  expect(await world.till("tickets check-in raku-night", { stdin: "" })).toMatchObject({
    code: 2,
    stdout: "",
  });
  expect((await world.till("tickets check-in raku-night", { stdin: "x\ny\n" })).code).toBe(1);
  const long = await world.till("tickets check-in raku-night", { stdin: "x".repeat(5000) });
  expect(long).toMatchObject({ code: 2, stdout: "" });
});

test("archiving says what became of each order, and finds the event by itself", async () => {
  const list = "tickets orders list raku-night --status OFFLINE_PENDING --fields orderNumber";
  const number = (await world.till(list)).stdout.trim();
  const said = await world.till(["tickets", "orders", "archive", number, "--fields", "archived"]);
  expect(said).toMatchObject({ code: 0, stdout: "true\n" });
  expect((await world.till(["tickets", "orders", "archive", number, "NOPE"])).code).toBe(5);
  const tagged = await world.till("tickets orders list raku-night --tag ARCHIVED --fields orderNumber");
  expect(tagged.stdout).toContain(number);
});

test("an answer that does not come is said of its ticket alone: the door stays open", async () => {
  const left = await world.till("tickets list raku-night --state NON_CHECKED_IN --fields ticketNumber");
  const [first = "", second = ""] = left.stdout.split("\n");
  await world.till("sandbox fault drop-after --route tickets.undoCheckIn");
  await world.till("sandbox fault drop-after --route tickets.checkIn");
  const stdin = `${first}\n${second}\n`;
  const said = await world.till("tickets check-in raku-night --output ndjson", { stdin });
  const answers = said.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { result: string });
  expect([said.code, answers.map(({ result }) => result).sort()]).toEqual([9, ["in", "unsure"]]);
  const lost = answers.findIndex(({ result }) => result === "unsure") === 0 ? first : second;
  const again = await world.till(["tickets", "check-in", "raku-night", lost]);
  expect(again.stdout).toContain(`already\t${lost}`);
  // Where nothing else is known the command says what went wrong, and exits as for any call.
  const undone = await world.till(["tickets", "undo-check-in", "raku-night", first]);
  expect([undone.code, undone.stdout]).toEqual([10, expect.stringContaining(`unsure\t${first}`)]);
});
