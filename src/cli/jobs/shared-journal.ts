import { openSchema } from "../../bulk/postgres/shared-schema.ts";
import { openQueue, type Queue, type QueueOptions } from "../../bulk/queue/queue.ts";
import { withPassword } from "../../config/credentials.ts";
import { isShared } from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { openPostgres, type Postgres } from "../../kernel/postgres.ts";

/** Returns the URL of the shared journal's database, or undefined if there is none. */
export async function sharedUrl(context: Context): Promise<string | undefined> {
  const journal = context.choices.setting("journal").value;
  return isShared(journal) ? await withPassword(journal, context.paths) : undefined;
}

/** Opens the shared journal's database for some work. `what` needs it: `--detach`. Throws UsageError if there is none. */
export async function withShared<T>(
  context: Context,
  what: string,
  work: (postgres: Postgres) => Promise<T>,
  connections = 3,
): Promise<T> {
  const url = await sharedUrl(context);
  if (url === undefined) throw noShared(what);
  const postgres = await openPostgres(url, { connections, variables: context.environment.variables });
  try {
    await openSchema(postgres);
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}

/** Does the same with the queue, which loads pg-boss. */
export async function withQueue<T>(
  context: Context,
  what: string,
  work: (queue: Queue, postgres: Postgres) => Promise<T>,
  options?: QueueOptions,
): Promise<T> {
  return await withShared(context, what, async (postgres) => {
    const queue = await openQueue(postgres, options);
    try {
      return await work(queue, postgres);
    } finally {
      await queue.close();
    }
  });
}

/** Returns the error of a command that needs a shared journal. */
export function noShared(what: string): UsageError {
  return new UsageError(`${what} needs a journal in PostgreSQL, which workers share.`, {
    code: "NO_SHARED_JOURNAL",
    hint: "Nothing was sent. Set one: till config set journal postgres://user:password@host/database",
  });
}
