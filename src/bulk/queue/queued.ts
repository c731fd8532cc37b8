import type { PostgresQueries } from "../../kernel/postgres.ts";

/** Queued jobs by id, and whether a worker that was seen lately has their site. */
export async function queuedJobs(
  postgres: PostgresQueries,
  timeout: number,
): Promise<Map<string, { site: string; served: boolean }>> {
  const rows = await postgres.query<{ key: string; site: string; served: boolean }>(
    `SELECT key, site, EXISTS (SELECT 1 FROM till.worker
       WHERE site = ANY(sites) AND seen > now() - make_interval(secs => $1)) AS served FROM till.queued`,
    [timeout],
  );
  return new Map(rows.map(({ key, ...rest }) => [key, rest]));
}
