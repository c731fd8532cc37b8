const text = { type: "string" } as const;
const whole = { type: "integer" } as const;
const orNull = (type: string) => ({ type: [type, "null"] });
const object = (properties: object, required: string) => ({
  type: "object",
  properties,
  required: required.split(" "),
});

const error = object(
  {
    code: { ...text, description: "A stable name, such as NOT_FOUND." },
    message: text,
    field: text,
    status: { ...whole, description: "The HTTP status of the platform." },
    requestId: { ...text, description: "The platform's ID of the request." },
    retryable: { type: "boolean" },
    hint: text,
    exitCode: { ...whole, description: "See till help exit-codes." },
  },
  "code message retryable exitCode",
);

const ci = object({ system: text, workflow: text, run: text, actor: text, commit: text }, "system");

const amount = { type: ["string", "null"], description: "Decimal text." };

/** A line of stderr with --log json, and of the log of a worker. Events have further members. */
const log = object(
  {
    time: { ...text, description: "In UTC: 2026-03-02T06:00:04.120Z" },
    level: { enum: ["info", "warn", "error"] },
    event: {
      ...text,
      description: "notice, error, throttled, waiting; of a worker: task.taken, job.finished …",
    },
    message: text,
    error,
    worker: text,
    job: text,
    schedule: text,
    exitCode: whole,
    requestId: text,
  },
  "time level event",
);

/**
 * JSON Schemas of what till prints for programs, by name. Members may be added in a version; a member that is required
 * here is not removed or changed without a new number in `$id`.
 */
const definitions = {
  error: object({ error }, "error"),
  log,
  capture: object(
    {
      items: {
        type: "array",
        items: object(
          {
            _kind: text,
            id: orNull("string"),
            number: orNull("string"),
            result: { ...text, description: "captured, already_captured, not_found, failed, unknown …" },
            amount,
            currency: orNull("string"),
            reference: text,
            reason: text,
            requestId: text,
          },
          "_kind id number result amount currency reference",
        ),
      },
      total: whole,
      job: { ...text, description: "Absent if nothing was to be sent." },
      totals: {
        type: "array",
        items: object(
          { result: text, orders: whole, currency: text, amount: text },
          "result orders currency amount",
        ),
      },
    },
    "items total totals",
  ),
  job: object(
    {
      _kind: { const: "job" },
      id: text,
      kind: text,
      rows: object(
        {
          rows: whole,
          ok: whole,
          failed: whole,
          unchanged: whole,
          unknown: whole,
          left: whole,
          undone: whole,
        },
        "rows ok failed unchanged unknown left undone",
      ),
      steps: object(
        { total: whole, planned: whole, sent: whole, done: whole, failed: whole, undone: whole },
        "total planned sent done failed undone",
      ),
    },
    "_kind id kind rows steps",
  ),
  change: object(
    {
      _kind: { const: "change" },
      time: text,
      actor: text,
      host: text,
      ci: text,
      workflow: text,
      ciRun: text,
      ciActor: text,
      commit: text,
      profile: text,
      site: text,
      job: text,
      run: text,
      approvedBy: text,
      command: text,
      what: text,
      object: text,
      id: text,
      state: { enum: ["sent", "done", "failed", "unknown", "undone"] },
      before: {},
      after: {},
      error: text,
      requestId: text,
    },
    "_kind time actor host profile site job command what state",
  ),
  scheduleRun: object(
    {
      _kind: { const: "scheduleRun" },
      schedule: text,
      startedAt: {
        ...orNull("string"),
        description: "Of workers: when its job was planned; null without a job.",
      },
      endedAt: text,
      exitCode: { ...orNull("integer"), description: "Null if the run was missed." },
      job: orNull("string"),
      summary: text,
    },
    "_kind schedule startedAt endedAt exitCode job summary",
  ),
  notification: object(
    {
      _kind: { const: "notification" },
      event: { enum: ["finished", "failed", "guard", "unknown"] },
      time: text,
      command: text,
      profile: text,
      site: orNull("string"),
      exitCode: whole,
      message: text,
      job: orNull("string"),
      error: {
        anyOf: [
          object({ code: text, message: text, requestId: text, hint: text }, "code message"),
          { type: "null" },
        ],
      },
      actor: text,
      host: text,
      ci,
    },
    "_kind event time command profile site exitCode message job error actor host",
  ),
} as const;

/** JSON Schemas as one document, for `till help schemas`. */
export const schemas = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:till:output:1",
  title: "What till prints for programs",
  $defs: definitions,
};
