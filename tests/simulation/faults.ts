/** A mistake in the production code, made while its module is loaded: `line`, which the file has once, becomes another. */
export interface Fault {
  name: string;
  /** The end of the file's path. */
  file: string;
  line: string;
  becomes: string;
  /** Looked for in nights of workers. */
  workers?: boolean;
  /** Looked for in the nights that were kept: it takes thousands of others to show it. */
  kept?: boolean;
}

const inFile = (
  file: string,
  mistakes: Record<string, [line: string, becomes: string]>,
  where: Pick<Fault, "workers" | "kept"> = {},
): Fault[] =>
  Object.entries(mistakes).map(([name, [line, becomes]]) => ({ name, file, line, becomes, ...where }));

/** Deliberate faults. The simulation has to find each of them within 2,000 nights, or in a night that was kept. */
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
      "sentAt + startMs + limit - now)",
      "sentAt + startMs - now)",
    ],
    "a wait is as long as a clock that was set back says": [
      "Math.min(limit + startMs, Math.max(0,",
      "Math.max(0, Math.max(0,",
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
    "a step that a read shows as done is sent again": [
      'undone.has(states.get(seq)?.is ?? "hidden")',
      "states.has(seq)",
    ],
    "steps left over are not planned again": [
      "await this.#planAgain(this.#feed.endPhase());",
      'this.#record(this.#feed.endPhase().map((step) => ({ to: "done", step })));',
    ],
  }),
  ...inFile(
    "src/bulk/engine/engine.ts",
    {
      "a create without a response is sent again at once": [
        "if (!isOpen || !isCreate(step)) return decision;",
        "if (step) return decision;",
      ],
      "a product that is created again only in part counts as absent": [
        "(isCreate(step) ? { ...step, attempts: 0 } : step)",
        "step",
      ],
    },
    { kept: true },
  ),
  ...inFile("src/bulk/engine/decisions.ts", {
    "what another person changed is overwritten": [
      'return { is: step.before === null ? "new" : "changed", present: value };',
      'return step.before === null ? { is: "new", present: value } : { is: "undone" };',
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
    "a retry that was refused hides its first attempt": ['if (error.repeated) return "lost";', ""],
  }),
  ...inFile("src/bulk/engine/feed.ts", {
    "a step is taken twice": [".filter(({ step }) => !this.#taken.has(step.seq))", ""],
  }),
  ...inFile("src/bulk/engine/apply.ts", {
    "a job that was undone is resumed": ["if (!journal.undoBegun) return;", "if (journal) return;"],
  }),
  ...inFile("src/bulk/engine/outcome.ts", {
    "failed rows are left out of the summary": ["failed: job.rejected + count(4),", "failed: job.rejected,"],
  }),
  ...inFile("src/kernel/exit-of.ts", {
    "an unknown outcome has another exit code": ["if (unknown > 0) return exitCodes.unknown;", ""],
  }),
  ...inFile("src/bulk/journal/journal.ts", {
    "two processes work on a job": [
      "const release = this.#takeLock(this);\n    if (!release) throw",
      "const release = this.#takeLock(this) ?? (() => {});\n    if (!release) throw",
    ],
    "an undo without an outcome counts as done": ["counts.sent += undoing?.steps ?? 0;", ""],
  }),
  ...inFile(
    "src/bulk/journal/journal.ts",
    {
      "the clocks of two computers are taken as one": [
        "return this.#shared?.time();",
        "return this.#shared ? undefined : undefined;",
      ],
    },
    { kept: true },
  ),
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
    "totals are not compared with the results": [
      "if (isContradicted({ results, bulkActionMetadata }))",
      "if (bulkActionMetadata === null)",
    ],
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
    "a 429 to a payment is believed": [
      'const believed = effect === "add" && !once && failure.status !== 503;',
      "const believed = failure.status !== 503;",
    ],
    "a 503 with Retry-After to a payment is believed": [
      'const believed = effect === "add" && !once && failure.status !== 503;',
      'const believed = (effect === "add" && !once) || failure.status === 503;',
    ],
    "a payment is sent again whatever a read shows": [
      "if (!(await isUndone().catch(() => false))) return settle(outcome, request, earlier);",
      "await isUndone().catch(() => false);",
    ],
    "what cannot be read counts as not done": [
      "isUndone().catch(() => false)",
      "isUndone().catch(() => true)",
    ],
  }),
  ...inFile(
    "src/api/transport/retry.ts",
    {
      "a gateway's 404 on a delete that is sent again means that it is done": [
        "isFromPlatform(outcome.response) &&",
        "",
      ],
    },
    { kept: true },
  ),
  ...inFile("src/api/response.ts", {
    "an empty object is an empty list": [
      "if ((items === undefined || items === null) && saysEmpty(endpoint, body)) return undefined;",
      "if (items === undefined || items === null) return undefined;",
    ],
    "a page that counts more items than it has is whole": ["count > items.length;", "count < 0;"],
    "a result without its object is believed": [
      "problemIn(endpoint.result, body) ??\n    problemOfWhole(endpoint, body, input) ??",
      "",
    ],
    "an error inside a 200 is no error": [
      "const inside = errorInside(endpoint, body);",
      "const inside = undefined;",
    ],
    "another object than the one asked for is believed": ["problemOfIdentity(endpoint, body, input) ??", ""],
    "a list of objects that were not asked for is believed": [
      "problemOfOthers(endpoint, body, input);",
      "undefined;",
    ],
    "a gateway's 404 means that something does not exist": [
      "if (status === 404 && !isFromPlatform(response))",
      "if (status === 0)",
    ],
  }),
  ...inFile("src/api/query/pages.ts", {
    "a page that is repeated counts as the next one": [
      "if (repeated > (strict && request.cursor !== undefined ? 0 : 1)) fail();",
      "",
    ],
    "a list ends where its cursor is lost": [
      'throw incomplete(endpoint.name, "the platform does not say how the list continues", "LOST_CURSOR");',
      "return undefined;",
    ],
  }),
  ...inFile("src/api/query/by-ids.ts", {
    "what a list by ids leaves out is not read": [
      "found.has(id) ? undefined : await unlessAbsent(() => one(id));",
      "undefined;",
    ],
  }),
  ...inFile("src/resources/payments/rows.ts", {
    "an order whose payments cannot be read is left out": [
      'const isUnread = eligibility.is === "unknown" && eligibility.code === "NOT_READ";',
      "const isUnread = false;",
    ],
  }),
  ...inFile("src/api/caller.ts", {
    "a rate limit proves that a payment was not made": ["!isThrottled(response) && ", ""],
    "a gateway's page proves that a payment was not made": [
      "&& isFromPlatform(response);",
      "&& response !== undefined;",
    ],
    "a rate limit proves that a product was not created": ["(!once || isProvisioning(response))", "response"],
  }),
  ...inFile("src/api/transport/pace.ts", {
    "the budget is off by its burst": [
      "gap: minute / (requests - burst + 1)",
      "gap: minute / (requests + burst)",
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
    "a working copy misses the last commit of another computer": [
      "newerThan: shown.version }",
      "newerThan: shown.version + 1 }",
    ],
  }),
  ...inFile("src/bulk/postgres/shared-store.ts", {
    "a process that takes a job does not read what was done meanwhile": [
      "await refreshCopy(database, db, job);",
      "",
    ],
  }),
  ...inFile("src/context/rates.ts", {
    "two processes reserve the same start": [
      "if (await save(JSON.stringify(after), version)) return result;",
      "await save(JSON.stringify(after), version);\n        return result;",
    ],
  }),
  ...inFile("src/resources/send-once.ts", {
    "a refund that cannot be read back counts as not made": ['.catch(() => "unclear" as const)', ""],
    "a refund without a response is made again": ["error = caught;", "return (await send()) as T;"],
  }),
  ...inFile("src/resources/orders/refund.ts", {
    "a refund that was made is not found": [
      "filter(({ id }) => !before.has(id));",
      "filter(({ id }) => id === null);",
    ],
  }),
  ...inFile("src/resources/payments/work.ts", {
    "a payment without an outcome is reported as captured": [
      "if (rejected === undefined) return undefined;",
      "if (rejected === undefined) return { seq: step.seq, ok: true };",
    ],
  }),
  ...inFile(
    "src/bulk/queue/schedules.ts",
    {
      "a run of a schedule is queued again": [
        "const [next] = nextTimes(schedule, last, 1);",
        "const [next] = nextTimes(schedule, new Date(last.getTime() - 1), 1);",
      ],
      "runs that nobody took in time are not counted": [
        "const missed = late ? 1 + passed.length : queued ? 0 : 1;",
        "const missed = late ? 1 : queued ? 0 : 1;",
      ],
      "two workers queue a job for the same run": ["if (claimed.length === 0) return false;", ""],
    },
    { workers: true },
  ),
  ...inFile(
    "src/workers/worker.ts",
    {
      "a task that is given back is removed": ["queue.back(taken)", "queue.done(taken)"],
      "a worker does not say that it is still at work": [
        "if ((await this.#attempt(() => queue.keep(taken))) === false) hold.lost = true;",
        "hold.lost = (await this.#attempt(async () => taken === undefined)) === true;",
      ],
    },
    { workers: true },
  ),
  ...inFile(
    "src/workers/task.ts",
    {
      "an unknown outcome is left after other failures": ["unknowns < 3", "attempts < 3"],
      "a job that another process holds counts as finished": [
        'if (error && held.has(error.code)) return { move: "again", seconds: 1 };',
        "",
      ],
    },
    { workers: true },
  ),
];
