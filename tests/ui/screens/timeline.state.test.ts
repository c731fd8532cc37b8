import { describe, expect, test } from "vitest";
import {
  barOf,
  beginTimeline,
  changeRows,
  commandText,
  jobOutcome,
  markOf,
  reduceTimeline,
  scaleOf,
  selectedJob,
  type TimelineEvent,
  type TimelineJob,
} from "../../../src/ui/screens/timeline.state.ts";

const day = 86_400_000;
const job = (id: string, at: number, done = 1, state = "done"): TimelineJob => ({
  ...{ id, state, command: `till ${id}`, at, by: "", unavailable: undefined },
  counts: { done, failed: 0, sent: 0, undone: 0 },
});
const jobs = [job("d", 2 * day, 3, "failed"), job("c", day, 1, "undone"), job("b", 1, 100), job("a", 0)];
const row = (label: string, why = "") => ({ label, what: "price", before: "1", after: "2", why });

const stateAfter = (...events: TimelineEvent[]) => events.reduce(reduceTimeline, beginTimeline);
const loaded: TimelineEvent = { type: "jobs", jobs, selected: undefined };
const key = (name: string): TimelineEvent => ({ type: "key", key: name, page: 5 });

describe("the selected job", () => {
  test("is the newest, or the one that was asked for", () => {
    expect(selectedJob(stateAfter(loaded))?.id).toBe("d");
    expect(selectedJob(stateAfter({ ...loaded, selected: "b" } as TimelineEvent))?.id).toBe("b");
    expect(selectedJob(stateAfter({ ...loaded, selected: "gone" } as TimelineEvent))?.id).toBe("d");
    expect(selectedJob(beginTimeline)).toBeUndefined();
  });

  test.each([
    [["down"], "c"],
    [["left", "h", "j", "down"], "a"],
    [["G", "up"], "b"],
    [["end", "right", "l"], "c"],
    [["G", "g"], "d"],
  ])("after %j is %s", (names, id) => {
    expect(selectedJob(stateAfter(loaded, ...names.map(key)))?.id).toBe(id);
  });

  test("stays selected when jobs are read again and others were added", () => {
    const state = stateAfter(loaded, key("down"), {
      type: "jobs",
      jobs: [job("z", 3 * day), ...jobs],
      selected: "d",
    });
    expect(selectedJob(state)?.id).toBe("c");
  });
});

describe("what is known of a job", () => {
  const changes: TimelineEvent = { type: "changes", job: "d", changes: { rows: [row("Mug")], more: 0 } };
  const undo = { summary: "2 changes", rows: [row("Cup"), row("Mug", "changed since")], more: 0 };

  test("is ignored if another one is selected meanwhile", () => {
    expect(changeRows(stateAfter(loaded, changes)).rows).toHaveLength(1);
    expect(changeRows(stateAfter(loaded, key("down"), changes)).rows).toEqual([]);
    expect(stateAfter(loaded, key("down"), { type: "undo", job: "d", undo }).undo).toBeUndefined();
  });

  test("is the undo once that was asked for, with what it would leave alone first", () => {
    const state = stateAfter(loaded, changes, { type: "undo", job: "d", undo });
    expect(changeRows(state).rows.map(({ label }) => label)).toEqual(["Mug", "Cup"]);
    expect(changeRows(reduceTimeline(state, key("down"))).rows).toEqual([]);
  });

  test("can be scrolled, but not beyond its end", () => {
    const many = { rows: Array.from({ length: 12 }, (_, index) => row(`Mug ${index}`)), more: 0 };
    const state = stateAfter(loaded, { type: "changes", job: "d", changes: many });
    expect([key("pagedown"), key("pagedown")].reduce(reduceTimeline, state).top).toBe(7);
    expect([key("pagedown"), key("pageup"), key("pageup")].reduce(reduceTimeline, state).top).toBe(0);
  });

  test("an error of another job is ignored", () => {
    const reading: TimelineEvent = { type: "undo", job: "c", undo: "reading" };
    const state = stateAfter(loaded, key("down"), reading, { type: "failed", job: "d", message: "no" });
    expect(state).toMatchObject({ error: undefined, undo: "reading" });
  });

  test("an error is shown until something else is", () => {
    const state = stateAfter(
      loaded,
      { type: "undo", job: "d", undo: "reading" },
      { type: "failed", message: "no" },
    );
    expect(state).toMatchObject({ error: "no", undo: undefined });
    expect(reduceTimeline(state, key("down")).error).toBeUndefined();
  });
});

test("a command that is too long keeps what is called and its values, without --yes", () => {
  const command = "till products update --filter 'price > 100' --set price=-5% --yes";
  expect(commandText({ ...job("a", 0), command }, 40)).toBe("products update … > 100' --set price=-5%");
  expect(commandText({ ...job("a", 0), command }, 80)).toBe(command.slice(5, -6));
});

describe("the bar of a job", () => {
  const scale = { most: 1000, width: 31 };
  const text = (counts: Partial<TimelineJob["counts"]>) =>
    barOf({ ...job("a", 0), counts: { done: 0, failed: 0, sent: 0, undone: 0, ...counts } }, scale)
      .map((piece) => piece.text)
      .join("");

  test("grows with the digits of the number of changes, up to the largest job", () => {
    const lengths = [0, 1, 10, 100, 1000].map((done) => text({ done }).length);
    expect(lengths).toEqual([0, 1, 11, 21, 31]);
    expect(scaleOf([job("a", 0, 1000), job("b", 0, 3)], 31)).toEqual(scale);
    expect(scaleOf([job("a", 0, 3)], 31).most).toBe(10);
  });

  test("has a sign for each thing that became of changes, even of one among many", () => {
    expect(text({ done: 5, failed: 5 })).toBe("━━━━━××××××");
    expect(text({ done: 997, failed: 1, sent: 1, undone: 1 })).toBe(`${"━".repeat(28)}×?─`);
    expect(text({ undone: 10 })).toBe("─".repeat(11));
  });

  test("follows a mark", () => {
    const marks = ["done", "undone", "running", "stopped"].map((state) => markOf(job("a", 0, 1, state)).text);
    expect(marks).toEqual(["●", "○", "▶", "!"]);
  });
});

test("describes what became of a job", () => {
  const counts = { done: 1204, failed: 3, sent: 1, undone: 0 };
  expect(jobOutcome({ ...job("a", 0), counts })).toBe("1,204 done, 3 failed, 1 without a known outcome");
  expect(jobOutcome({ ...job("a", 0), counts, state: "stopped" })).toMatch(/^stopped, 1,204 done, 3 failed/);
});
