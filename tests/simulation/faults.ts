/** A mistake in the production code, made while its module is loaded: `line`, which the file has once, becomes another. */
export interface Fault {
  name: string;
  /** The end of the file's path. */
  file: string;
  line: string;
  becomes: string;
}

const inFile = (file: string, mistakes: Record<string, [line: string, becomes: string]>): Fault[] =>
  Object.entries(mistakes).map(([name, [line, becomes]]) => ({ name, file, line, becomes }));

/** Deliberate faults. The simulation has to find each of them within 2,000 nights. */
export const faults: readonly Fault[] = [
  ...inFile("src/bulk/engine/engine.ts", {
    "a request is sent before its step is committed as sent": [
      "await (marked ?? this.#mark(prepared));",
      "void (marked ?? this.#mark(prepared));",
    ],
    "a resumed run does not wait for requests of the run before": [
      "const isEarly = waits &&",
      "const isEarly = !waits &&",
    ],
    "the wait for requests of the run before ends at once": [
      "await this.#clock.sleep(ms, AbortSignal.any(signals));",
      "await this.#clock.sleep(0 * ms, AbortSignal.any(signals));",
    ],
    "the wait forgets how long the platform takes": [
      "sentAt + startMs + limit - this.#clock.now()",
      "sentAt + startMs - this.#clock.now()",
    ],
    "requests in flight are not noted": [
      "if (steps.length > 0)\n      await",
      "if (steps.length < 0)\n      await",
    ],
    "a flush of the group commit is lost": ["if (due) flush();", ""],
    "money is sent again in the same run": [
      'if (this.#work.once) return { to: "unknown", step, error };',
      "",
    ],
    "a run never writes what waits for its last commit": [
      "cancelSoon ??= after(limits.milliseconds, flush);",
      "cancelSoon ??= () => {};",
    ],
    "a step that cannot be read back counts as not sent": [
      'steps.map((step) => ({ to: "unknown", step, error: errorOf(step) ?? stepErrorOf(cause) })),',
      'steps.map((step) => ({ to: "planned", step })),',
    ],
    "items that the answer does not name are done": [
      "if (outcome === undefined) missing.push(step);",
      'if (outcome === undefined) this.#record([{ to: "done", step }]);',
    ],
    "an answer that is not sure is taken as a rejection": [
      "!(outcome.unsure || repeated || isDoubtful(step))",
      "!(repeated || isDoubtful(step))",
    ],
    "a create without a response is sent again at once": [
      "if (!isOpen || !isCreate(step)) return decision;",
      "if (step) return decision;",
    ],
    "steps left over are not planned again": [
      'this.#record(this.#feed.endPhase().map((step) => ({ to: "planned", step })));',
      'this.#record(this.#feed.endPhase().map((step) => ({ to: "done", step })));',
    ],
  }),
  ...inFile("src/bulk/engine/decisions.ts", {
    "what another person changed is overwritten": [
      'return sameJson(value, step.before) ? { is: "undone" } : { is: "changed", present: value };',
      'return { is: "undone" };',
    ],
    "reading back is skipped: what was sent is done": [
      'return { to: "planned", step };\n    case "gone":',
      'return { to: "done", step };\n    case "gone":',
    ],
  }),
  ...inFile("src/bulk/engine/failure.ts", {
    "a 5xx counts as a rejection": [
      "error.status >= 300 && error.status < 500 && error.status !== 408",
      "error.status >= 300 && error.status !== 408",
    ],
    "a lost response counts as not sent": [
      'return error.arrived === "no" ? "unsent" : "lost";',
      'return "unsent";',
    ],
    "a retry that was refused hides its first attempt": ['if (error.repeated) return "lost";', ""],
  }),
  ...inFile("src/bulk/engine/feed.ts", {
    "a step is taken twice": [".filter(({ step }) => !this.#taken.has(step.seq))", ""],
  }),
  ...inFile("src/bulk/engine/apply.ts", {
    "a job that was undone is resumed": ["if (!journal.undoBegun) return;", "if (journal) return;"],
  }),
  ...inFile("src/bulk/engine/outcome.ts", {
    "an unknown outcome has another exit code": ["if (unknown > 0) return exitCodes.unknown;", ""],
    "failed rows are left out of the summary": ["failed: job.rejected + count(4),", "failed: job.rejected,"],
  }),
  ...inFile("src/bulk/journal/journal.ts", {
    "two processes work on a job": [
      "const release = this.#takeLock(this);\n    if (!release) {",
      "const release = this.#takeLock(this) ?? (() => {});\n    if (!release) {",
    ],
    "an undo without an outcome counts as done": ["counts.sent += undoing?.steps ?? 0;", ""],
  }),
  ...inFile("src/bulk/undo.ts", {
    "an undo leaves out what was sent without a result": [
      "{ ...applySchedule(journal), phases: () => [] }",
      "{ ...applySchedule(journal), phases: () => [], uncertain: () => [] }",
    ],
    "an undo leaves out what was planned again": [
      "(state = 'sent' OR (state = 'planned' AND attempts > 0))",
      "(state = 'sent')",
    ],
    "an undo that was interrupted is not settled": [
      "WHERE s.undo = 'sent' AND s.seq > ? ORDER BY s.seq LIMIT ?",
      "WHERE s.undo = 'never' AND s.seq > ? ORDER BY s.seq LIMIT ?",
    ],
  }),
  ...inFile("src/api/bulk-results.ts", {
    "success !== false": ["if (success === true) {", "if (success !== false) {"],
    "of two results for an item the first counts": [
      "metadata && more.length === 0 ? outcomeOf(metadata) : undefined",
      "metadata ? outcomeOf(metadata) : undefined",
    ],
    "a result is taken by its position": [
      "const { originalIndex: index } = metadata;\n    const id",
      "const index = (results ?? []).indexOf(result);\n    metadata.id = undefined;\n    metadata.originalIndex = index;\n    const id",
    ],
  }),
  ...inFile("src/api/transport/retry.ts", {
    "money is retried": [
      'const repeatable = effect !== "add" && effect !== "money";',
      "const repeatable = true;",
    ],
  }),
  ...inFile("src/api/transport/pace.ts", {
    "the budget is off by its burst": [
      "gap: minute / (requests - burst + 1)",
      "gap: minute / (requests + burst)",
    ],
    "a start is used although its reservation was answered late": [
      "now() > reserved.until",
      "now() > reserved.at + tolerance",
    ],
    "a start waits for a clock that is set back": [
      "Math.max(now.steady - last.steady, now.wall - last.wall)",
      "now.wall - last.wall",
    ],
    "a reserved start is used twice": [
      "reserved = { ...reserved, starts: reserved.starts - 1 };",
      "reserved = { ...reserved };",
    ],
  }),
  ...inFile("src/bulk/postgres/working-copy.ts", {
    "a commit without the fence counts": [
      "if (row === undefined) throw leaseLost(right.job);\n  return row.version;",
      "return row?.version ?? stateOf(db).version;",
    ],
    "a working copy misses the last commit of another computer": [
      "newerThan: shown.version }",
      "newerThan: shown.version + 1 }",
    ],
    "changes made during a commit are forgotten": [
      'db.prepare("DELETE FROM changed WHERE n <= ?").run(last);',
      'db.prepare("DELETE FROM changed").run();',
    ],
  }),
  ...inFile("src/context/rates.ts", {
    "two processes reserve the same start": [
      "if (await save(JSON.stringify(after), version)) return result;",
      "await save(JSON.stringify(after), version);\n        return result;",
    ],
  }),
  ...inFile("src/resources/orders/refund.ts", {
    "a refund that cannot be read back counts as not made": [".catch(() => ({ refunds: [] }))", ""],
    "a refund without a response is made again": [
      "if (found) return found;",
      "if (found) return found;\n    return await sendRefund(call, orderId, input);",
    ],
  }),
  ...inFile("src/resources/payments/work.ts", {
    "a payment without an outcome is reported as captured": [
      "if (rejected === undefined) return undefined;",
      "if (rejected === undefined) return { seq: step.seq, ok: true };",
    ],
  }),
];
