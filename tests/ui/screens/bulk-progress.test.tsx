import { describe, expect, it } from "vitest";
import type { BulkEvent, Step } from "../../../src/bulk/journal/step.ts";
import { displayWidth } from "../../../src/kernel/text.ts";
import { Closing, fitProblems, ProgressView } from "../../../src/ui/screens/bulk-progress.tsx";
import {
  advance,
  atTime,
  beginProgress,
  describePace,
  describeProblem,
  describeResult,
  describeStopping,
  type Progress,
  percentOf,
  rateOf,
  remainingMs,
} from "../../../src/ui/screens/job-progress.state.ts";
import { linesOf } from "../frame.tsx";

const start = new Date("2026-01-01T00:00:00Z");
const at = (ms: number) => new Date(start.getTime() + ms);

function step(seq: number, label = `Mug ${seq}`): Step {
  return {
    seq,
    kind: "product.update",
    label,
    before: 1,
    after: 2,
    phase: 0,
    state: "sent",
    attempts: 1,
    source: `shop.csv:${seq + 1}`,
  };
}
const done = (seq: number): BulkEvent => ({ type: "step.done", step: step(seq) });
const failed = (seq: number, label?: string): BulkEvent => ({
  type: "step.failed",
  step: step(seq, label),
  error: { code: "INVALID_ARGUMENT", message: "price must be positive", field: "price", requestId: "r1" },
});

/** Emits an event every `ms` milliseconds. */
function play(events: Iterable<BulkEvent>, ms: number): Progress {
  let state = beginProgress(start);
  for (const event of events) state = advance(state, event, new Date(state.at + ms));
  return state;
}

describe("advance", () => {
  it("counts of a resumed job what is left", () => {
    const state = play(
      [{ type: "started", job: "7f3", total: 3000, kinds: { update: 2 } }, done(1), done(2)],
      100,
    );
    expect(percentOf(state)).toBe(100);
    expect(describeResult(state)).toBe("2 done in under 1 s");
  });

  it("counts sent, done, failed and unknown steps", () => {
    const error = { code: "UNAVAILABLE", message: "no answer" };
    const state = play(
      [
        { type: "started", job: "7f3", total: 10 },
        { type: "step.sent", steps: [step(1), step(2), step(3), step(4)] },
        done(1),
        failed(2),
        { type: "step.unknown", step: step(3), error },
        { type: "step.done", step: step(5), already: true },
      ],
      10,
    );
    expect(state).toMatchObject({
      phase: "running",
      job: "7f3",
      total: 10,
      done: 2,
      already: 1,
      failed: 1,
      unknown: 1,
      inFlight: 1,
    });
    expect(state.problems.map(({ state: kind, text }) => [kind, text])).toEqual([
      ["failed", "Mug 2 (shop.csv:3): price must be positive (INVALID_ARGUMENT, field price, request r1)"],
      ["unknown", "Mug 3 (shop.csv:4): no answer (UNAVAILABLE)"],
    ]);
    const counts = { total: 10, planned: 6, sent: 1, done: 2, failed: 1, undone: 0 };
    const over = advance(state, { type: "finished", job: "7f3", counts }, at(90_000));
    expect(over).toMatchObject({ phase: "finished", inFlight: 0 });
    expect(describeResult(over)).toBe("2 done, 1 failed, 1 with unknown result, 6 not started in 1 min 30 s");
  });

  it("estimates the recent rate and the remaining time by the given clock", () => {
    function* events(): Generator<BulkEvent> {
      yield { type: "started", job: "7f3", total: 1000 };
      for (let seq = 1; seq <= 400; seq++) yield done(seq);
    }
    const slow = play(events(), 100);
    expect(rateOf(slow)).toBeCloseTo(10, 5);
    expect(remainingMs(slow)).toBeCloseTo(60_000, 0);
    expect(describePace(slow)).toBe("10.0/s, about 1 min left");
    const rest = play(
      [{ type: "started", job: "7f3", total: 101 }, ...Array.from({ length: 100 }, (_, seq) => done(seq))],
      20,
    );
    expect(describePace(rest)).toMatch(/^\d+\.\d\/s, under 1 s left$/);
    // Now ten times as fast: the old rate is forgotten within ten seconds.
    let faster = slow;
    for (let index = 1; index <= 1000; index++)
      faster = advance(faster, done(index), at(40_100 + index * 10));
    expect(rateOf(faster)).toBeGreaterThan(90);
  });

  it("estimates each kind of steps by its own pace, and one that has not begun by three quarters of the others'", () => {
    const kinds = { "product.create": 400, "collection.member": 400 };
    let state = advance(beginProgress(start), { type: "started", job: "7f3", total: 800, kinds }, at(0));
    const settle = (kind: string, count: number, ms: number) => {
      // A request settles a hundred steps at once.
      for (let seq = 0; seq < count; seq++)
        state = advance(
          state,
          { type: "step.done", step: { ...step(seq), kind } },
          at(state.at - +start + (seq % 100 ? 0 : ms)),
        );
    };
    settle("product.create", 200, 5000);
    expect(remainingMs(state)).toBeCloseTo(200 * 50 + 400 * 37.5, 0);
    settle("product.create", 200, 5000);
    settle("collection.member", 100, 1000);
    expect(remainingMs(state)).toBeCloseTo(300 * 10, 0);
  });

  it("never estimates less than the limit of the platform takes, because the first requests are not slowed", () => {
    const begun = beginProgress(start, 300_000);
    let state = advance(begun, { type: "started", job: "7f3", total: 1000 }, at(0));
    for (let seq = 1; seq <= 50; seq++) state = advance(state, done(seq), at(seq * 30));
    expect(remainingMs(state)).toBeCloseTo(950 * 300, 0);
    for (let seq = 51; seq <= 150; seq++) state = advance(state, done(seq), at(1500 + (seq - 50) * 600));
    expect(remainingMs(state)).toBeGreaterThan(850 * 400);
  });

  it("does not count what was in flight for as long as a pace is remembered", () => {
    const sent = (from: number, count: number): BulkEvent => ({
      type: "step.sent",
      steps: Array.from({ length: count }, (_, index) => step(from + index)),
    });
    let state = advance(beginProgress(start), { type: "started", job: "7f3", total: 1000 }, at(0));
    state = advance(state, sent(1, 30), at(0));
    for (let seq = 1; seq <= 200; seq++)
      state = advance(advance(state, done(seq), at(seq * 300)), sent(seq + 30, 1), at(seq * 300));
    // Half of the thirty in flight count as done.
    expect(remainingMs(state)).toBeCloseTo(785 * 300, -3);
  });

  it("does not count steps that were done already for the rate", () => {
    let state = play([{ type: "started", job: "7f3", total: 1000 }], 1);
    for (let seq = 1; seq <= 500; seq++)
      state = advance(state, { type: "step.done", step: step(seq), already: true }, at(2 + seq * 4));
    expect(rateOf(state)).toBe(0);
    expect(remainingMs(state)).toBeUndefined();
    expect(describePace(play([], 1))).toBe("");
  });

  it("has constant size, whatever the number of events", () => {
    function* events(count: number): Generator<BulkEvent> {
      yield { type: "started", job: "7f3", total: count };
      for (let seq = 1; seq <= count; seq++) yield seq % 3 === 0 ? failed(seq) : done(seq);
    }
    const [small, large] = [play(events(10_000), 7), play(events(100_000), 7)];
    expect(large.problems.length).toBe(100);
    expect(large.problems.slice(-2).map(({ seq }) => seq)).toEqual([99_996, 99_999]);
    expect(JSON.stringify(large).length).toBeLessThan(JSON.stringify(small).length * 1.1);
  });

  it("counts the finished steps of each second, also of those in which nothing happens", () => {
    const begun = play([{ type: "started", job: "7f3", total: 9 }], 0);
    const state = [
      [done(1), 100],
      [done(2), 200],
      [failed(3), 1100],
      [done(4), 4100],
      [{ type: "step.done", step: step(5), already: true }, 4200],
    ].reduce((before, [event, ms]) => advance(before, event as BulkEvent, at(ms as number)), begun);
    expect(state.throughput).toEqual([2, 1, 0, 0, 1]);
    expect(atTime(state, +at(6000)).throughput).toEqual([2, 1, 0, 0, 1, 0, 0]);
    expect(atTime(state, +at(600_000)).throughput).toEqual(Array(120).fill(0));
  });
});

describe("the progress screen", () => {
  const state: Progress = {
    ...beginProgress(start),
    ...{
      phase: "running",
      job: "7f3",
      total: 1204,
      done: 731,
      failed: 3,
      inFlight: 8,
      at: start.getTime() + 60_000,
    },
    problems: [
      {
        seq: 1,
        state: "failed",
        text: describeProblem(step(1, "青いマグ"), { code: "X", message: "m\x1b[2J\u202e", requestId: "r1" }),
        ...{ label: "青いマグ", reason: "m\x1b[2J\u202e" },
      },
      { seq: 2, state: "unknown", text: "Pot: no answer (UNAVAILABLE)", label: "Pot", reason: "no answer" },
    ],
    samples: [{ at: start.getTime() + 50_000, worked: 610 }],
    kinds: { "": { left: 470, sent: 0, steps: 372, ms: 30_000 } },
  };

  it("shows bar, counts, rate, problems and how to stop", () => {
    expect(linesOf(<ProgressView title="Setting the price" state={state} stopping={false} />)).toEqual([
      "Setting the price",
      "████████████░░░░░░░  60%  734 of 1,204",
      "✔ 731 done  ✖ 3 failed  ? 0 unknown",
      "12.4/s, about 38 s left",
      "✖ failed: 青いマグ (shop.csv:2):",
      "m␛[2J\\u{202e} (X, request r1)",
      "? unknown: Pot: no answer (UNAVAILABLE)",
      "To resume: till jobs resume 7f3",
      "Ctrl-C stop safely",
    ]);
  });

  it("leaves out its title below a preview, and names the keys in one line if they fit", () => {
    const view = { title: "Setting the price", state, stopping: false, isLargeOffered: true };
    const background = {
      offered: true,
      reason: async () => undefined,
      leave() {},
      signal: new AbortController().signal,
    };
    const over = linesOf(<ProgressView {...view} background={background} isOver />);
    expect(over[0]).toMatch(/^█+░+ {2}60% {2}734 of 1,204$/);
    expect(over.at(-1)).toBe("f full window  Ctrl-B background  Ctrl-C stop safely");
    expect(linesOf(<ProgressView {...view} />).at(-1)).toBe("f full window  Ctrl-C stop safely");
    const narrow = linesOf(<ProgressView {...view} background={background} />);
    expect(narrow.slice(-2)).toEqual(["f full window  Ctrl-B background", "Ctrl-C stop safely"]);
  });

  it.each([
    [40, 24],
    [40, 9],
    [80, 8],
  ])("fits %i × %i", (columns, rows) => {
    const problems = Array.from({ length: 5 }, (_, seq) => ({
      seq,
      state: "failed" as const,
      text: "青いマグ ".repeat(12),
      ...{ label: "青いマグ", reason: "" },
    }));
    const lines = linesOf(
      <ProgressView title="Setting the price" state={{ ...state, problems }} stopping={false} />,
      columns,
      rows,
    );
    expect(lines.every((line) => displayWidth(line) <= columns)).toBe(true);
    expect(lines.at(-1)).toContain("Ctrl-C stop safely");
    expect(lines.every((line) => displayWidth(line) <= 40)).toBe(true);
    if (rows === 24) expect(lines.length).toBeLessThan(rows);
  });

  it("leaves the result and the last problems in the scrollback", () => {
    const ended = { ...state, done: 1195, failed: 8, unknown: 1, phase: "finished" as const };
    const result = "1,195 done, 8 failed, 1 with unknown result in 1 min";
    const plain = { ...ended, problems: ended.problems.slice(1) };
    expect(linesOf(<Closing title="Setting the price" state={plain} goesOn={false} />)).toEqual([
      `✖ Setting the price: ${result}`,
      "┌─────┬─────────┬───────────┐",
      "│ ROW │ RESULT  │ REASON    │",
      "├─────┼─────────┼───────────┤",
      "│ Pot │ unknown │ no answer │",
      "└─────┴─────────┴───────────┘",
      "and 8 before",
    ]);
    const lines = linesOf(<Closing title="Setting the price" state={ended} goesOn={false} />, 40);
    expect(lines.join("\n")).toMatch(/青いマグ +failed +m␛\[2J\\u\{202e\}/);
    expect(lines.every((line) => displayWidth(line) <= 80)).toBe(true);
    const done = { ...state, problems: [], done: 1204, failed: 0 };
    expect(linesOf(<Closing title="Setting the price" state={done} goesOn={false} />)).toEqual([
      "✔ Setting the price: 1,204 done in 1 min",
    ]);
  });

  it("says that it is stopping, and what a second Ctrl-C does", () => {
    expect(describeStopping(state)).toBe("Stopping: 8 changes in flight.");
    expect(linesOf(<ProgressView title="T" state={beginProgress(start)} stopping={true} />)).toEqual([
      "T",
      "Starting",
      "✔ 0 done  ✖ 0 failed  ? 0 unknown",
      "Stopping: 0 changes in flight.",
      "Ctrl-C stop at once",
    ]);
  });

  it("shows the newest problems", () => {
    const problems = [1, 2, 3].map((seq) => ({
      ...{ seq, state: "failed" as const, text: "short", label: "Mug", reason: "short" },
    }));
    expect(fitProblems(problems, 80, 2).map(({ seq }) => seq)).toEqual([2, 3]);
    expect(fitProblems(problems, 80, 0).map(({ seq }) => seq)).toEqual([3]);
    expect(fitProblems([], 80, 5)).toEqual([]);
  });
});
