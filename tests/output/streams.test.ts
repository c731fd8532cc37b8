import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReadStream, WriteStream } from "node:tty";
import { expect, test } from "vitest";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import { gather, processStreams, type Sink } from "../../src/output/streams.ts";

/** A stream that claims to be a terminal of this size. */
function terminal<T extends object>(stream: T, size: { columns?: number; rows?: number } = {}): T {
  return Object.assign(stream, { isTTY: true, ...size });
}

function fakeProcess(options: { out?: boolean; columns?: number } = {}) {
  const stdin = terminal(new PassThrough()) as unknown as ReadStream;
  const stdout = new PassThrough() as unknown as WriteStream;
  const stderr = terminal(new PassThrough(), { columns: 120, rows: 40 }) as unknown as WriteStream;
  return {
    stdin,
    stdout: options.out ? terminal(stdout, { columns: options.columns ?? 100, rows: 30 }) : stdout,
    stderr,
  };
}

test("decides color and size for each stream", () => {
  const streams = processStreams({ ...fakeProcess(), variables: {} });
  expect(streams.stdout).toMatchObject({ isTTY: false, color: false, columns: 80, rows: 24 });
  expect(streams.stderr).toMatchObject({ isTTY: true, color: true, columns: 120, rows: 40 });
});

test("starts with descriptors that the system cannot describe, and writes to the streams", async () => {
  const fake = fakeProcess();
  const descriptors = { stdout: 99_999, stderr: 99_998 };
  const streams = processStreams({ ...fake, descriptors, variables: {} });
  await streams.stdout.write("text");
  expect(fake.stdout.read()?.toString()).toBe("text");
});

test("COLUMNS and LINES override the terminal if they are valid", () => {
  const size = (COLUMNS: string) =>
    processStreams({ ...fakeProcess({ out: true }), variables: { COLUMNS, LINES: "7" } }).stdout;
  expect(size("60")).toMatchObject({ columns: 60, rows: 7 });
  expect(size("0").columns).toBe(100);
  expect(size("wide").columns).toBe(100);
});

test("a terminal that is resized reports its new width", () => {
  const fake = fakeProcess({ out: true });
  const { stdout } = processStreams({ ...fake, variables: {} });
  fake.stdout.columns = 55;
  expect(stdout.columns).toBe(55);
});

test("provides the terminal only if prompts are possible", () => {
  const asks = (more: object, out = true) =>
    processStreams({ ...fakeProcess({ out }), variables: {}, ...more }).terminal !== undefined;
  expect(asks({})).toBe(true);
  expect(asks({}, false)).toBe(false);
  expect(asks({ ci: true })).toBe(false);
  expect(asks({ noInput: true })).toBe(false);
  expect(asks({ variables: { TERM: "dumb" } })).toBe(false);
  const plainly = (more: object) =>
    processStreams({ ...fakeProcess({ out: true }), variables: { TERM: "dumb" }, ...more }).asksPlainly;
  expect(plainly({})).toBe(true);
  expect(plainly({ ci: true })).toBe(false);
});

test.each([
  ["15;0", "dark"],
  ["12;8", "dark"],
  ["0;default;15", "light"],
  ["0;7", "light"],
  ["15;default", undefined],
  [undefined, undefined],
])("COLORFGBG %s makes the theme of the background %s", (COLORFGBG, theme) => {
  const { terminal } = processStreams({ ...fakeProcess({ out: true }), variables: { COLORFGBG } });
  expect(terminal?.background).toEqual({ theme });
});

test("CI has no color by default, but on request", () => {
  const color = (more: object) =>
    processStreams({ ...fakeProcess({ out: true }), variables: {}, ci: true, ...more }).stdout.color;
  expect(color({})).toBe(false);
  expect(color({ variables: { FORCE_COLOR: "1" } })).toBe(true);
  expect(color({ color: "always" })).toBe(true);
});

test("write waits for a slow reader", async () => {
  const stdout = new PassThrough({ highWaterMark: 1 });
  const streams = processStreams({
    ...fakeProcess(),
    stdout: stdout as unknown as WriteStream,
    variables: {},
  });
  let done = false;
  const waiting = streams.stdout.write("more than fits").then(() => {
    done = true;
  });
  await new Promise(setImmediate);
  expect(done).toBe(false);
  stdout.resume();
  await waiting;
});

test("after a failure every write fails; after EPIPE writes do nothing", async () => {
  const broken = (code: string) => {
    let calls = 0;
    const write = (_text: string, done: (error: Error) => void) => {
      calls += 1;
      done(Object.assign(new Error(`write ${code}`), { code }));
    };
    const stdout = { write, on: () => {} } as unknown as WriteStream;
    return { sink: processStreams({ ...fakeProcess(), stdout, variables: {} }).stdout, calls: () => calls };
  };
  const gone = broken("EPIPE");
  await gone.sink.write("a");
  await gone.sink.write("b");
  expect(gone.sink.closed).toBe(true);
  expect(gone.calls()).toBe(1);
  const failed = broken("EIO");
  await expect(failed.sink.write("a")).rejects.toThrow(
    "Could not write to stdout: write EIO. The output is incomplete.",
  );
  await expect(failed.sink.write("b")).rejects.toMatchObject({ exitCode: 1, code: "OUTPUT_FAILED" });
  expect(failed.sink.closed).toBe(false);
});

test("memory streams record the output and provide stdin", async () => {
  const streams = memoryStreams({ stdin: "typed", isTTY: true, columns: 40 });
  await streams.stdout.write("a");
  await streams.stderr.write("b");
  await streams.stdout.write("c");
  expect(streams.text).toMatchObject({ stdout: "ac", stderr: "b" });
  expect(streams.stdout).toMatchObject({ columns: 40, color: false, isTTY: true });
  expect(streams.terminal).toBeUndefined();
  expect(await text(streams.stdin)).toBe("typed");
});

test("gather joins small writes for a pipe, but not for a terminal", async () => {
  const count = async (isTTY: boolean) => {
    const writes: string[] = [];
    const sink: Sink = { ...memoryStreams({ isTTY }).stdout, write: async (text) => void writes.push(text) };
    const out = gather(sink, isTTY ? undefined : 10);
    for (const part of ["1234", "5678", "90abc", "d"]) await out.write(part);
    await out.flush();
    return writes;
  };
  expect(await count(false)).toEqual(["1234567890abc", "d"]);
  expect(await count(true)).toEqual(["1234", "5678", "90abc", "d", ""]);
});
