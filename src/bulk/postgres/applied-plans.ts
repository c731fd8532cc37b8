import type { PostgresQueries } from "../../kernel/postgres.ts";

/**
 * Records that the plan of a single change is about to be applied, by the digest of its file. Returns who has recorded that
 * before; undefined if nobody has.
 */
export async function claimPlan(
  { query }: PostgresQueries,
  digest: string,
  by: string,
): Promise<string | undefined> {
  const sql =
    "INSERT INTO till.plan (digest, by) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING RETURNING by";
  if ((await query(sql, [digest, by])).length > 0) return undefined;
  const [earlier] = await query<{ by: string }>("SELECT by FROM till.plan WHERE digest = $1", [digest]);
  return earlier?.by ?? "another process";
}

/** Lets a plan be applied again, because nothing of it was carried out. */
export async function releasePlan({ query }: PostgresQueries, digest: string): Promise<void> {
  await query("DELETE FROM till.plan WHERE digest = $1", [digest]);
}
