import { describe, expect, test } from "vitest";
import { type ActivityOptions, createActivity, formatElapsed } from "../../src/output/activity.ts";

/** An activity line with a clock that only the test moves. */
function show(options: Partial<ActivityOptions> = {}) {
  const clock = { now: 1000 };
  let written: string[] = [];
  const activity = createActivity({
    write: (text) => void written.push(text),
    columns: () => 100,
    now: () => clock.now,
    ...options,
  });
  return {
    activity,
    clock,
    taken() {
      const all = written;
      written = [];
      return all;
    },
  };
}

/** Takes the items one by one and moves the clock before each. */
async function take<T>(items: AsyncGenerator<T>, count: number, each: () => void): Promise<void> {
  for (let taken = 0; taken < count; taken++) {
    await items.next();
    each();
  }
  await items.next();
}

function* rows() {
  for (let row = 0; ; row++) yield row;
}

describe("the activity line", () => {
  test("counts rows, with the rate, the elapsed time and an estimate that is corrected", async () => {
    const { activity, clock, taken } = show();
    const items = activity.counting("Planning", rows(), { total: () => 1000 });
    await take(items, 100, () => {
      clock.now += 20;
    });
    expect(taken().at(-1)).toBe("⠋ Planning… 101 of 1,000 rows, 51/s, 2.0 s, about 17 s left");
    await take(items, 100, () => {
      clock.now += 200;
    });
    // The rate of the last ten seconds.
    expect(taken().at(-1)).toMatch(/Planning… 202 of 1,000 rows, 5\/s, 22 s, about 2 min \d+ s left$/);
    await items.return(undefined);
  });

  test("says nothing during the first 100 ms, and for 100 ms after other output", async () => {
    const { activity, clock, taken } = show();
    const items = activity.counting("Reading", rows());
    await take(items, 9, () => {
      clock.now += 10;
    });
    expect(taken()).toEqual([]);
    clock.now += 10;
    await items.next();
    expect(taken()).toEqual([expect.stringMatching(/^. Reading… 11 rows, 110\/s, 0\.1 s$/)]);
    activity.clear();
    expect(taken()).toEqual(["\r\x1b[J"]);
    clock.now += 50;
    await items.next();
    expect(taken()).toEqual([]);
    const resume = activity.pause();
    clock.now += 500;
    await items.next();
    expect(taken()).toEqual([]);
    resume();
    await items.next();
    expect(taken()).toHaveLength(1);
    await items.return(undefined);
  });

  test("erases all rows of a line that a narrower window has wrapped", async () => {
    let columns = 80;
    const { activity, clock, taken } = show({ columns: () => columns });
    const items = activity.counting("Reading a file with a long name", rows());
    await items.next();
    clock.now += 200;
    await items.next();
    columns = 30;
    taken();
    activity.clear();
    expect(taken()).toEqual(["\r\x1b[1A\x1b[J"]);
    await items.return(undefined);
  });

  test("is whole lines every five seconds for screen readers, and ASCII if symbols are", async () => {
    const spoken = show({ spoken: true });
    const items = spoken.activity.counting("Reading", rows());
    await take(items, 100, () => {
      spoken.clock.now += 100;
    });
    expect(spoken.taken()).toEqual(["Reading… 51 rows, 10/s, 5.0 s\n", "Reading… 101 rows, 10/s, 10 s\n"]);
    const ascii = show({ ascii: true });
    const others = ascii.activity.counting("Reading", rows());
    await others.next();
    ascii.clock.now += 200;
    await others.next();
    expect(ascii.taken()[0]).toMatch(/^[|/\\-] Reading\.\.\. 2 rows/);
    await items.return(undefined);
    await others.return(undefined);
  });
});

test("formats elapsed times", () => {
  expect([0, 440, 9_949, 9_950, 59_999, 60_000, 125_000].map(formatElapsed)).toEqual([
    "0.0 s",
    "0.4 s",
    "9.9 s",
    "9 s",
    "59 s",
    "1 min 0 s",
    "2 min 5 s",
  ]);
});
