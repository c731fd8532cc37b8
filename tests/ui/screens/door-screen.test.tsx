import { afterEach, expect, test, vi } from "vitest";
import { DoorScreen } from "../../../src/ui/screens/door.tsx";
import { waitFor } from "../../support/runs.ts";
import { open } from "../frame.tsx";
import { sampleDoor } from "./sample-door.ts";
import { renderForScreenReader } from "./screen-reader.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.useRealTimers();
});

function element() {
  const clock = { now: Date.parse("2026-06-15T12:00:00Z") };
  const door = sampleDoor(clock);
  let left = 0;
  const options = {
    ...{ target: { profile: "sandbox", live: false }, title: "Raku night", zone: "UTC" },
    ...{ syncLine: "till tickets door raku-night --sync", door, now: () => clock.now },
  };
  const screen = <DoorScreen options={options} onLeave={() => (left += 1)} />;
  return { screen, door, clock, left: () => left };
}

test("scans are sent at once, or later after being offline; quitting waits until all are sent", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const { screen, door, clock, left } = element();
  const app = open(screen, 80, 24);
  closing.push(app.close);
  const shows = (text: string | RegExp) => waitFor(() => expect(app.lines().join("\n")).toMatch(text));
  await app.type("a-1\r");
  await shows(/IN *\n.*Noa Berg/);
  expect(app.lines()[0]).toMatch(/Raku night +1 of 2 in/);
  door.online = false;
  await app.type("X-9\r");
  await shows("UNKNOWN TICKET: not among the tickets read, and offline");
  await app.type("a-2\r");
  await shows("offline, 1 waiting");
  await app.type("q\r");
  await shows("Quit? y/N");
  expect(left()).toBe(0);
  door.online = true;
  clock.now += 60_000;
  vi.advanceTimersByTime(1000);
  await waitFor(() => expect(left()).toBeGreaterThan(0));
});

test("the matches of a name show the numbers of tickets in 40 columns, too", async () => {
  const { screen } = element();
  const app = open(screen, 40, 16);
  closing.push(app.close);
  await app.type("a-1\r");
  await app.type("no");
  await waitFor(() =>
    expect(app.lines().join("\n")).toMatch(
      /GUEST +STATE +TICKET[\s\S]*Noa Berg +already in +A-1[\s\S]*Noël Lind +not in +A-2/,
    ),
  );
});

test("a screen reader gets the answer, the count and the last scan as sentences", async () => {
  const { screen } = element();
  const app = renderForScreenReader(screen);
  closing.push(app.close);
  await app.hears("Ready. Scan the first ticket.");
  await app.type("a-1\r");
  await app.hears("IN, Noa Berg, Day ticket, A-1");
  await app.type("a-1\r");
  await app.hears("ALREADY CHECKED IN at 12:00, Noa Berg");
  expect(app.lines()[0]).toBe("Raku night, 1 of 2 in");
  expect(app.lines().join("\n")).not.toMatch(/[█✔✖❯]/);
});
