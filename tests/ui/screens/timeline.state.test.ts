import { describe, expect, test } from "vitest";
import {
  beginTimeline,
  changeRows,
  jobOutcome,
  reduceTimeline,
  selectedJob,
  type TimelineEvent,
  type TimelineJob,
  trackOf,
} from "../../../src/ui/screens/timeline.state.ts";

const day = 86_400_000;
const job = (id: string, at: number, done = 1, state = "done"): TimelineJob => ({
  ...{ id, state, command: `till ${id}`, at, by: "", unavailable: undefined },
  counts: { done, failed: 0, sent: 0, undone: 0 },
});
const jobs = [job("a", 0), job("b", 1, 100), job("c", day, 1, "undone"), job("d", 2 * day, 3, "failed")];
const row = (label: string, why = "") => ({ label, what: "price", before: "1", after: "2", why });

const stateAfter = (...events: TimelineEvent[]) => events.reduce(reduceTimeline, beginTimeline);
const loaded: TimelineEvent = { type: "jobs", jobs, selected: undefined };
const key = (name: string): TimelineEvent => ({ type: "key", key: name, page: 5 });
const dayOf = (time: number) => `d${Math.floor(time / day)}`;

describe("the selected job", () => {
  test("is the newest, or the one that was asked for", () => {
    expect(selectedJob(stateAfter(loaded))?.id).toBe("d");
    expect(selectedJob(stateAfter({ ...loaded, selected: "b" } as TimelineEvent))?.id).toBe("b");
    expect(selectedJob(stateAfter({ ...loaded, selected: "gone" } as TimelineEvent))?.id).toBe("d");
    expect(selectedJob(beginTimeline)).toBeUndefined();
  });

  test.each([
    [["left"], "c"],
    [["left", "h", "left", "left"], "a"],
    [["g", "right"], "b"],
    [["g", "G"], "d"],
  ])("after %j is %s", (names, id) => {
    expect(selectedJob(stateAfter(loaded, ...names.map(key)))?.id).toBe(id);
  });

  test("stays selected when jobs are read again and others were added", () => {
    const state = stateAfter(loaded, key("left"), {
      type: "jobs",
      jobs: [job("z", -1), ...jobs],
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
    expect(changeRows(stateAfter(loaded, key("left"), changes)).rows).toEqual([]);
    expect(stateAfter(loaded, key("left"), { type: "undo", job: "d", undo }).undo).toBeUndefined();
  });

  test("is the undo once that was asked for, with what it would leave alone first", () => {
    const state = stateAfter(loaded, changes, { type: "undo", job: "d", undo });
    expect(changeRows(state).rows.map(({ label }) => label)).toEqual(["Mug", "Cup"]);
    expect(changeRows(reduceTimeline(state, key("left"))).rows).toEqual([]);
  });

  test("can be scrolled, but not beyond its end", () => {
    const many = { rows: Array.from({ length: 12 }, (_, index) => row(`Mug ${index}`)), more: 0 };
    const state = stateAfter(loaded, { type: "changes", job: "d", changes: many });
    expect([key("down"), key("pagedown"), key("pagedown")].reduce(reduceTimeline, state).top).toBe(7);
    expect([key("down"), key("up"), key("up")].reduce(reduceTimeline, state).top).toBe(0);
  });

  test("an error of another job is ignored", () => {
    const reading: TimelineEvent = { type: "undo", job: "c", undo: "reading" };
    const state = stateAfter(loaded, key("left"), reading, { type: "failed", job: "d", message: "no" });
    expect(state).toMatchObject({ error: undefined, undo: "reading" });
  });

  test("an error is shown until something else is", () => {
    const state = stateAfter(
      loaded,
      { type: "undo", job: "d", undo: "reading" },
      { type: "failed", message: "no" },
    );
    expect(state).toMatchObject({ error: "no", undo: undefined });
    expect(reduceTimeline(state, key("left")).error).toBeUndefined();
  });
});

describe("the track", () => {
  test("has a mark for each job, the selected one in brackets, and each day once", () => {
    const track = trackOf(stateAfter(loaded), { width: 80, tall: 2, dayOf });
    expect(track.marks.trim()).toBe("─●───●───·──[!]─");
    expect(track.marks.slice(track.from, track.to)).toBe("[!]");
    expect(track.days).toBe("  d0      d1  d2");
    expect(track.chart.map((line) => line.trimEnd())).toEqual(["     ███", " ▃▃▃ ███ ▃▃▃ ▅▅▅"]);
  });

  test.each([0, 9, 39])("keeps job %i of forty in a narrow window", (at) => {
    const many = Array.from({ length: 40 }, (_, index) => job(`j${index}`, index * day));
    const state = stateAfter({ type: "jobs", jobs: many, selected: `j${at}` });
    const track = trackOf(state, { width: 40, tall: 1, dayOf });
    expect(track.marks.slice(track.from, track.to)).toBe("[●]");
    for (const line of [track.marks, track.days, ...track.chart]) expect(line.length).toBeLessThanOrEqual(40);
    expect([track.marks.startsWith("‹"), track.marks.endsWith("›")]).toEqual([at > 4, at < 35]);
  });
});

test("describes what became of a job", () => {
  const counts = { done: 1204, failed: 3, sent: 1, undone: 0 };
  expect(jobOutcome({ ...job("a", 0), counts })).toBe("1,204 done, 3 failed, 1 without a known outcome");
  expect(jobOutcome({ ...job("a", 0), counts, state: "stopped" })).toMatch(/^stopped, 1,204 done, 3 failed/);
});
