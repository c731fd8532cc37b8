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

test("shows a ticket with its QR code and saves the same code as an image", async () => {
  const [number = ""] = await waiting();
  const result = await world.till(["tickets", "get", number, "--png", "ticket.png"], { terminal: true });
  expect(result.code).toBe(0);
  expect(result.stdout).toMatch(/^█{20,}/);
  const { stdout } = await world.till(["tickets", "get", number, "--json"]);
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

test("check-in prints each result in order before the next line arrives", async () => {
  const [first = "", second = ""] = await waiting();
  const results: string[] = [];
  let onResult: () => void = () => {};
  const nextResult = () => new Promise<void>((done) => (onResult = done));
  async function* typing() {
    for (const line of [`${first}\n`, `https://shop.example/events/check-in/${first},x\n`, `${second}\r\n`]) {
      const received = nextResult();
      yield line;
      // Sends no further line before the result is printed.
      await received;
    }
    yield "no-such-ticket\n\n";
  }
  const result = await world.till("tickets check-in raku-night", {
    typing: typing(),
    onOutput: (text) => {
      results.push(text.split("\t").slice(0, 2).join(" "));
      onResult();
    },
  });
  expect(results).toEqual([`in ${first}`, `already ${first}`, `in ${second}`, "not found no-such-ticket"]);
  expect(result.code).toBe(9);
  expect(await waiting()).not.toContain(first);
});

test("check-in fails for invalid input and never exits 0 after a failure", async () => {
  expect(await world.till("tickets check-in raku-night", { stdin: "" })).toMatchObject({
    code: 2,
    stdout: "",
  });
  expect((await world.till("tickets check-in raku-night", { stdin: "x\ny\n" })).code).toBe(5);
  const long = await world.till("tickets check-in raku-night", { stdin: "x".repeat(5000) });
  expect(long).toMatchObject({ code: 2, stdout: "" });
});

test("check-in takes tickets from the command line and, in the place of -, from stdin", async () => {
  const result = await world.till("tickets check-in raku-night A - B", { stdin: "C\nD\n" });
  expect([result.code, result.stdout.match(/(?<=not found\t)\w/g)]).toEqual([5, ["A", "C", "D", "B"]]);
});

test("archive prints each order and looks up its event", async () => {
  const list = "tickets orders list raku-night --status OFFLINE_PENDING --fields orderNumber";
  const number = (await world.till(list)).stdout.trim();
  const result = await world.till(["tickets", "orders", "archive", number, "--fields", "archived"]);
  expect(result).toMatchObject({ code: 0, stdout: "true\n" });
  expect((await world.till(["tickets", "orders", "archive", number, "NOPE"])).code).toBe(5);
  const tagged = await world.till("tickets orders list raku-night --tag ARCHIVED --fields orderNumber");
  expect(tagged.stdout).toContain(number);
});

test("a lost response affects only its ticket, and check-in continues", async () => {
  const left = await world.till("tickets list raku-night --state NON_CHECKED_IN --fields ticketNumber");
  const [first = "", second = ""] = left.stdout.split("\n");
  await world.till("sandbox fault drop-after --route tickets.undoCheckIn");
  await world.till("sandbox fault drop-after --route tickets.checkIn");
  const stdin = `${first}\n${second}\n`;
  const result = await world.till("tickets check-in raku-night --output ndjson", { stdin });
  const answers = result.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { result: string });
  expect([result.code, answers.map(({ result: state }) => state).sort()]).toEqual([10, ["in", "unknown"]]);
  const rejected = answers.findIndex(({ result: state }) => state === "unknown") === 0 ? first : second;
  const again = await world.till(["tickets", "check-in", "raku-night", rejected]);
  expect(again.stdout).toContain(`already\t${rejected}`);
  // If no ticket succeeded, the command fails like any other call.
  const undone = await world.till(["tickets", "undo-check-in", "raku-night", first]);
  expect([undone.code, undone.stdout]).toEqual([10, expect.stringContaining(`unknown\t${first}`)]);
});

test("captures the payments of ticket orders that are named, each once; what is captured cannot be voided", async () => {
  const world = createWorld();
  await world.till("sandbox seed demo");
  const capture =
    "tickets orders capture ZMHP-N9BB-089 W4DZ-R412-1RV W4DZ-R412-1RV NOPE-1 --yes --output ndjson";
  const results = async (line: string) => {
    const { code, stdout } = await world.till(line);
    const records = stdout
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text));
    return [code, ...records.map(({ reference, result, amount }) => [reference, result, amount])];
  };
  const paid = ["ZMHP-N9BB-089", "already_captured", "136.00"];
  const unknown = ["NOPE-1", "not_found", null];
  expect(await results(capture)).toEqual([9, paid, unknown, ["W4DZ-R412-1RV", "captured", "38.44"]]);
  expect(await results(capture)).toEqual([9, paid, ["W4DZ-R412-1RV", "already_captured", "38.44"], unknown]);
  expect(await results("tickets orders void W4DZ-R412-1RV --yes --output ndjson")).toEqual([
    6,
    ["W4DZ-R412-1RV", "not_voidable", "38.44"],
  ]);
});
