import { describe, expect, test } from "vitest";
import {
  failureKind,
  isForWholeRequest,
  isJournalError,
  isUnanswered,
  stepErrorOf,
} from "../../../src/bulk/engine/failure.ts";
import { outcomeExit, undoExit } from "../../../src/bulk/engine/outcome.ts";
import { createJournal } from "../../../src/bulk/journal/journals.ts";
import {
  ApiError,
  exitCodes,
  TillError,
  TransportError,
  UnknownOutcomeError,
  UsageError,
} from "../../../src/kernel/errors.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { someJob } from "../shop.ts";

const rejected = (status: number) => new ApiError("no", { status, code: "NO" });
const repeated = (status: number) => new ApiError("no", { status, code: "NO", repeated: true });
const failed = (code: string) => new TillError(exitCodes.failure, "no", { code });

test.each<[string, unknown, string]>([
  ["a request that did not arrive", new TransportError("no connection", "no"), "unsent"],
  ["a request that may have arrived", new TransportError("no response", "maybe"), "lost"],
  ["299", rejected(299), "lost"],
  ["a redirect", rejected(300), "rejected"],
  ["400", rejected(400), "rejected"],
  ["401", rejected(401), "unsent"],
  ["403", rejected(403), "rejected"],
  ["408", rejected(408), "lost"],
  ["429", rejected(429), "unsent"],
  ["499", rejected(499), "rejected"],
  ["500", rejected(500), "lost"],
  ["400 for the retry of a request that may have arrived", repeated(400), "lost"],
  ["401 for such a retry", repeated(401), "lost"],
  ["429 for such a retry", repeated(429), "lost"],
  ["invalid input", new UsageError("no"), "rejected"],
  ["no sign-in", new TillError(exitCodes.auth, "no"), "unsent"],
  ["a locked profile", failed("PROFILE_LOCKED"), "unsent"],
  ["a lost lease", failed("LEASE_LOST"), "unsent"],
  ["a database that cannot be reached", failed("POSTGRES_UNREACHABLE"), "unsent"],
  ["another error", failed("MOON"), "lost"],
  ["a bug", new TypeError("no"), "lost"],
])("after %s its steps are %s", (_, error, kind) => {
  expect(failureKind(error)).toBe(kind);
});

test("a platform that did not answer itself may still carry a request out", () => {
  const lost = new TransportError("no response", "maybe");
  const unknown = new UnknownOutcomeError("unknown", { cause: lost });
  expect([lost, unknown, rejected(502), rejected(504)].map(isUnanswered)).toEqual([true, true, true, true]);
  expect([repeated(429), repeated(401)].map(isUnanswered)).toEqual([true, true]);
  expect([rejected(429), rejected(500), rejected(503), new UsageError("no")].map(isUnanswered)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("400 and 413 reject all items of a request", () => {
  expect([400, 413, 404, 422, 500].map((status) => isForWholeRequest(rejected(status)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isForWholeRequest(new TypeError("no"))).toBe(false);
});

test("errors of the journal are distinguished from those of the platform", () => {
  const codes = ["DATABASE_LOCKED", "DISK_FULL", "POSTGRES_UNREACHABLE", "LEASE_LOST"];
  expect(codes.map((code) => isJournalError(failed(code)))).toEqual([true, true, true, true]);
  expect(["NOT_FOUND", "A_DATABASE_", "A_POSTGRES_"].map((code) => isJournalError(failed(code)))).toEqual([
    false,
    false,
    false,
  ]);
});

test("the journal stores the code, message, field, request id and status of an error, and of its cause", () => {
  const error = new ApiError("is too high", { status: 400, code: "BAD", requestId: "r-1", field: "price" });
  const stored = { code: "BAD", message: "is too high", field: "price", requestId: "r-1", status: 400 };
  expect(stepErrorOf(error)).toEqual(stored);
  expect(stepErrorOf(new UnknownOutcomeError("no response", { cause: error }))).toEqual(stored);
  expect(stepErrorOf(new UnknownOutcomeError("no response"))).toMatchObject({ message: "no response" });
  expect(Object.keys(JSON.parse(JSON.stringify(stepErrorOf(failed("MOON")))))).toEqual(["code", "message"]);
});

describe("the exit code", () => {
  const none = { total: 9, planned: 0, sent: 0, done: 0, failed: 0, undone: 0 };
  const stopped = (exitCode: (typeof exitCodes)[keyof typeof exitCodes]) => ({
    code: "X",
    message: "x",
    retryable: false,
    exitCode,
  });
  test.each([
    ["everything done", { done: 9 }, undefined, exitCodes.ok],
    ["nothing to do", {}, undefined, exitCodes.ok],
    ["everything done before Ctrl-C", { done: 9 }, stopped(exitCodes.interrupted), exitCodes.ok],
    ["some failed", { done: 8, failed: 1 }, undefined, exitCodes.partial],
    ["some undone, others failed", { undone: 8, failed: 1 }, undefined, exitCodes.partial],
    ["all failed", { failed: 9 }, undefined, exitCodes.failure],
    ["some not sent", { done: 8, planned: 1 }, stopped(exitCodes.unavailable), exitCodes.partial],
    ["none sent", { planned: 9 }, stopped(exitCodes.unavailable), exitCodes.unavailable],
    ["Ctrl-C with some left", { done: 8, planned: 1 }, stopped(exitCodes.interrupted), exitCodes.interrupted],
    [
      "an unknown outcome",
      { done: 7, sent: 1, failed: 1 },
      stopped(exitCodes.interrupted),
      exitCodes.unknown,
    ],
  ])("of a job with %s", (_, counts, reason, exit) => {
    expect(outcomeExit({ ...none, ...counts }, reason)).toBe(exit);
  });

  test.each([
    ["everything undone", { undone: 9 }, exitCodes.ok],
    ["some not undone", { undone: 8, done: 1 }, exitCodes.partial],
    ["none undone", { done: 9 }, exitCodes.failure],
    ["steps that had failed", { undone: 8, failed: 1 }, exitCodes.ok],
    ["an unknown outcome", { undone: 8, sent: 1 }, exitCodes.unknown],
  ])("of an undo with %s", (_, counts, exit) => {
    const journal = createJournal(temporaryFolder(), someJob);
    expect(undoExit(journal, { ...none, ...counts })).toBe(exit);
  });
});
