import { expect, test } from "vitest";
import {
  describeStates,
  overall,
  type SiteProgress,
  SitesView,
  visibleSites,
} from "../../../src/ui/screens/sites.tsx";
import { linesOf } from "../frame.tsx";

const site = (
  number: number,
  state: SiteProgress["state"],
  more: Partial<SiteProgress> = {},
): SiteProgress => ({
  label: `shop-${number}`,
  state,
  total: 10,
  done: state === "done" ? 10 : 0,
  failed: 0,
  note: "",
  ...more,
});

const run: SiteProgress[] = [
  ...Array.from({ length: 30 }, (_, number) => site(number, "done")),
  site(30, "failed", { done: 7, failed: 3, note: "price must be\u001b[31m positive" }),
  site(31, "running", { done: 4 }),
  ...Array.from({ length: 60 }, (_, number) => site(32 + number, "waiting")),
];

test("running and failed sites stay visible, in the order of the run", () => {
  expect(visibleSites(run, 4).map(({ label }) => label)).toEqual([
    "shop-28",
    "shop-29",
    "shop-30",
    "shop-31",
  ]);
  expect(visibleSites(run, 0)).toEqual([]);
  expect(visibleSites(run.slice(0, 3), 4)).toHaveLength(3);
});

test("states and changes are summed up", () => {
  expect(describeStates(run)).toBe("1 running, 1 failed, 30 done, 60 waiting");
  expect(overall("Applying", run)).toEqual({ value: 314, total: 920, text: "314 of 920 changes" });
  expect(
    overall("Planning", [
      ...run.slice(0, 31),
      ...run.slice(31).map((one) => ({ ...one, state: "waiting" as const })),
    ]),
  ).toEqual({ value: 31, total: 92, text: "31 of 92 sites planned" });
});

test.each([
  [80, 24],
  [120, 30],
  [40, 12],
])("a frame of %d columns and %d rows fits, and shows untrusted text safely", (columns, rows) => {
  const props = { title: "till products update --set price=+10%", action: "Applying", states: run } as const;
  const lines = linesOf(<SitesView {...props} stopping={false} />, columns, rows);
  expect(lines.length).toBeLessThan(rows);
  expect(lines.every((line) => line.length <= columns)).toBe(true);
  expect(lines.join("\n")).not.toContain("\u001b[31m positive");
  expect(lines.some((line) => /^shop-31 +running +4\/10/.test(line))).toBe(true);
});
