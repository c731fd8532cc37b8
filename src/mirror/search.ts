import type { Context } from "../context/context.ts";
import { type ExitCode, UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { ageOf, openReader } from "./reader.ts";
import { tables } from "./tables.ts";

/** Something that was found. */
interface Found {
  kind: string;
  title: string;
  /** What commands take. */
  reference: string;
  /** The part of its texts that matches. */
  match: string;
}

const kinds = tables.flatMap(({ name, search }) => (search ? [name] : []));

/** Prints what has all of the words, best matches first. */
export async function run(
  context: Context,
  words: string[],
  { kind = [], limit = 20 }: { kind?: readonly string[]; limit?: number },
): Promise<ExitCode | undefined> {
  for (const one of kind) {
    if (kinds.includes(one)) continue;
    const guess = nearest(one, kinds);
    throw new UsageError(
      `There is nothing to search in "${one}".${guess ? ` Did you mean "${guess}"?` : ""}`,
      {
        field: "--kind",
        hint: `Kinds: ${kinds.join(", ")}`,
      },
    );
  }
  const query = queryOf(words);
  const reader = await openReader(context);
  try {
    const chosen = kind.length > 0 ? kind : kinds;
    const found = reader.db.all<Found>(
      `SELECT kind, title, reference, snippet(_search, 3, '', '', '…', 10) AS match FROM _search
       WHERE _search MATCH ? AND kind IN (${chosen.map(() => "?").join(", ")})
       ORDER BY bm25(_search, 0, 0, 10, 1), title LIMIT ?`,
      query,
      ...chosen,
      limit,
    );
    await context.print(
      found.map((one) => ({ ...one, match: one.match.replaceAll("\n", " ") })),
      {
        kind: "found",
        fields: { kind: {}, title: { min: 24, grow: true }, reference: { min: 12 }, match: { grow: true } },
        empty: "Nothing has all of these words.",
      },
    );
    const age = ageOf((sql) => reader.db.all(sql), chosen, context.now());
    if (age !== "") await context.notice(age);
    return undefined;
  } finally {
    reader.close();
  }
}

/** Returns the query of the index: each word, or the beginning of one. Throws UsageError if there is no word. */
function queryOf(words: readonly string[]): string {
  const terms = words
    .flatMap((word) => word.normalize("NFC").split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== "");
  if (terms.length === 0)
    throw new UsageError("There is no word to look for.", { hint: "For example: till data search linen" });
  return terms.map((term) => `"${term}"*`).join(" AND ");
}
