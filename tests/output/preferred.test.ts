import { expect, test } from "vitest";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import { preferStreams, type Streams } from "../../src/output/streams.ts";

const plain = {
  color: () => false,
  ascii: () => false,
  timeZone: "UTC",
  theme: "auto",
  prompts: true,
} as const;

test("applies the preferences and follows changes of the stream", async () => {
  const streams = memoryStreams({ isTTY: true, columns: 40 });
  let columns = 40;
  Object.defineProperty(streams.stdout, "columns", { get: () => columns });
  const { stdout, stderr } = preferStreams(streams, {
    ...plain,
    color: (sink) => sink === streams.stdout,
    timeZone: "Asia/Tokyo",
    ascii: () => true,
  });
  expect(stdout).toMatchObject({ color: true, ascii: true, timeZone: "Asia/Tokyo" });
  expect([stderr.color, stdout.isTTY]).toEqual([false, true]);
  columns = 90;
  expect(stdout.columns).toBe(90);
  await stdout.write("through");
  expect(streams.text.stdout).toBe("through");
});

test("disables prompts on request; screens have the color of stderr", () => {
  const { stdin, stdout, stderr } = process;
  const streams: Streams = { ...memoryStreams(), terminal: { stdin, stdout, stderr, color: false } };
  expect(preferStreams(streams, { ...plain, prompts: false }).terminal).toBeUndefined();
  expect(preferStreams(streams, { ...plain, color: () => true }).terminal).toMatchObject({ color: true });
  expect(preferStreams(memoryStreams(), plain).terminal).toBeUndefined();
});
