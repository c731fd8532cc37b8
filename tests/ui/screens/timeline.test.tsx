import { expect, test } from "vitest";
import type { TimelineJob, TimelineLeft } from "../../../src/ui/screens/timeline.state.ts";
import { Timeline, type TimelineOptions } from "../../../src/ui/screens/timeline.tsx";
import { waitFor } from "../../support/runs.ts";
import { open } from "../frame.tsx";

const job = (id: string, unavailable?: string): TimelineJob => ({
  ...{ id, state: "done", command: `till ${id}`, at: 0, by: "", unavailable },
  counts: { done: 1, failed: 0, sent: 0, undone: 0 },
});

test("a stopped job shows what it did, and how much was not sent in one line", async () => {
  const row = { label: "Mug", what: "price", before: "1", after: "2", why: "" };
  const counts = { done: 1, failed: 0, sent: 0, undone: 0 };
  const options: TimelineOptions = {
    target: { profile: "sandbox", live: false },
    load: async () => [{ ...job("a"), state: "stopped", counts }],
    changes: async () => ({ rows: [row], more: 0, planned: 2948 }),
    preview: async () => ({ summary: "", rows: [], more: 0 }),
    now: () => 0,
  };
  const screen = open(<Timeline options={options} onLeave={() => {}} />);
  await waitFor(() => expect(screen.lines().join("\n")).toMatch(/Mug .*\nPlanned, not sent: 2,948\n/));
  expect(screen.lines().join("\n")).toContain("Job a: stopped, 1 done, just now");
  screen.close();
});

test("payments that were captured have an amount, and nothing before and after", async () => {
  const options: TimelineOptions = {
    target: { profile: "sandbox", live: false },
    load: async () => [job("a")],
    changes: async () => ({
      rows: [{ label: "10006", what: "capture", before: "80.00 USD", after: "", why: "" }],
      more: 0,
    }),
    preview: async () => ({ summary: "", rows: [], more: 0 }),
    now: () => 0,
  };
  const screen = open(<Timeline options={options} onLeave={() => {}} />);
  await waitFor(() =>
    expect(screen.lines().join("\n")).toMatch(/ROW +WHAT +AMOUNT *\n10006 +capture +80\.00 USD/),
  );
  screen.close();
});

test.each([
  ["the list of jobs", { listed: true }, "Job a cannot be undone."],
  ["its record", { recorded: "It moves money." }, "Job a cannot be undone. It moves money."],
])("a job that cannot be undone as %s says, says so at once, and stays", async (_, known, why) => {
  const left: TimelineLeft[] = [];
  const options: TimelineOptions = {
    target: { profile: "sandbox", live: false },
    load: async () => [{ ...job("a"), final: "listed" in known }],
    changes: async () => ({ rows: [], more: 0, final: "recorded" in known ? known.recorded : undefined }),
    preview: async () => ({ summary: "", rows: [], more: 0 }),
    now: () => 0,
  };
  const screen = open(<Timeline options={options} onLeave={(one) => left.push(one)} />);
  const shows = (text: string) => waitFor(() => expect(screen.lines().join("\n")).toContain(text));
  await shows("Job a: 1 done, cannot be undone");
  await screen.type("z");
  await shows(why);
  expect(left).toEqual([]);
  screen.close();
});

test("keys that arrive in one piece are for the job that they select, not for the one that is drawn", async () => {
  const previews: string[] = [];
  const left: TimelineLeft[] = [];
  const options: TimelineOptions = {
    target: { profile: "sandbox", live: false },
    load: async () => [job("c"), job("b"), job("a", "Job a is running.")],
    changes: async () => ({ rows: [], more: 0 }),
    async preview(id) {
      previews.push(id);
      return { summary: `undoes ${id}`, rows: [], more: 0 };
    },
    now: () => 0,
  };
  const screen = open(<Timeline options={options} onLeave={(one) => left.push(one)} />);
  const shows = (text: string) => waitFor(() => expect(screen.lines().join("\n")).toContain(text));
  await shows("Job c: 1 done");
  await screen.type("hp");
  await shows("Undo: undoes b");
  expect(previews).toEqual(["b"]);
  await screen.type("hz");
  await shows("Job a: 1 done");
  expect(left).toEqual([]);
  await screen.type("l");
  await shows("Job b: 1 done");
  await screen.type("lz");
  await waitFor(() => expect(left).toEqual([{ undo: "c" }]));
  screen.close();
});
