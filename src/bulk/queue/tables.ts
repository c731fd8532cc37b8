/**
 * The tables of workers, schedules and webhooks in the shared journal. `schedule_run` has
 * the runs that ended, and those that were missed, without an exit code. `outbox.lane` is a hash of URL and entity, and the key of
 * their advisory lock; `outbox.due` is set for the first event of a lane that is not settled. `pause` lists the sites whose jobs
 * a worker does not take any more, because the platform has rejected its sign-in.
 */
export const queueTables = `
CREATE TABLE till.queued (
  key text PRIMARY KEY,
  site text NOT NULL,
  profile text NOT NULL,
  schedule text,
  queued timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE till.worker (
  id text PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  sites text[] NOT NULL,
  webhooks boolean NOT NULL DEFAULT false,
  started timestamptz NOT NULL DEFAULT now(),
  seen timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE till.schedule (
  name text PRIMARY KEY,
  cron text,
  at timestamptz,
  time_zone text NOT NULL,
  line jsonb NOT NULL,
  folder text NOT NULL,
  plan text,
  site text NOT NULL,
  profile text NOT NULL,
  actor text NOT NULL,
  host text NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  due timestamptz,
  claimed timestamptz,
  last_run timestamptz,
  last_job text,
  last_result text,
  missed integer NOT NULL DEFAULT 0,
  last_missed timestamptz
);
CREATE TABLE till.schedule_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schedule text NOT NULL REFERENCES till.schedule ON DELETE CASCADE,
  job text,
  exit_code integer,
  message text NOT NULL,
  ended timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX "runsBySchedule" ON till.schedule_run (schedule, id DESC);
CREATE TABLE till.outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lane bigint NOT NULL,
  url text NOT NULL,
  type text NOT NULL,
  entity text NOT NULL,
  event text,
  body text NOT NULL,
  received timestamptz NOT NULL DEFAULT now(),
  due timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  rejections integer NOT NULL DEFAULT 0,
  settled timestamptz,
  state text,
  status integer,
  UNIQUE (lane, event)
);
CREATE INDEX "outboxDue" ON till.outbox (due) WHERE due IS NOT NULL;
CREATE INDEX "outboxOpen" ON till.outbox (lane, seq) WHERE settled IS NULL;
CREATE INDEX "outboxSettled" ON till.outbox (settled) WHERE settled IS NOT NULL;
CREATE TABLE till.pause (
  site text NOT NULL,
  worker text NOT NULL,
  profile text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (site, worker)
);
`;

/** The schema of pg-boss's own tables. */
export const bossSchema = "till_queue";

/** A worker that has not been seen for this long counts as gone, in seconds. */
export const workerTimeout = 30;
