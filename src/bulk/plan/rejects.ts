import type { Journal } from "../journal/journal.ts";
import type { StepError } from "../journal/step.ts";

/** An invalid input row, or a failed step of one. */
export interface Reject {
  /** Number of the input row, from 1; undefined for steps without a row. */
  row?: number;
  /** `shop.csv:12` */
  source?: string;
  line?: number;
  column?: string;
  value?: string;
  /** The rule that the row breaks, or the code of the error. */
  rule: string;
  message: string;
  requestId?: string;
  /** The failed step; undefined for an invalid row. */
  seq?: number;
  label?: string;
}

/** The rule of rows whose entity does not exist. They do not stop the others. */
export const unknownRule = "unknown";

/** Returns the number of invalid rows, without those whose entity does not exist. */
export function countInvalid({ db }: Journal): number {
  const counted = db.prepare(`SELECT count(DISTINCT "row") AS "rows" FROM problem WHERE rule <> ?`);
  return counted.get<{ rows: number }>(unknownRule)?.rows ?? 0;
}

type RejectRow = Record<string, string | number | null> & { error: string | null };

/** Yields all problems of planning and all failed steps in the order of the input; a row can occur several times. */
export function* listRejects({ db }: Journal): Generator<Reject> {
  const rows = db.iterate<RejectRow>(
    `SELECT "row", source, line, "column", value, rule, message, NULL AS seq, NULL AS label, NULL AS error, seq AS position
     FROM problem
     UNION ALL
     SELECT "row", source, NULL, NULL, NULL, NULL, NULL, seq, label, error, seq FROM step WHERE state = 'failed'
     ORDER BY "row", position`,
  );
  for (const { error, position: _, ...row } of rows) {
    const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
    yield {
      ...(known as unknown as Reject),
      ...(error !== null && reasonOf(JSON.parse(error) as StepError)),
    };
  }
}

function reasonOf({
  code,
  message,
  field,
  requestId,
}: StepError): Pick<Reject, "rule" | "message" | "column" | "requestId"> {
  return {
    rule: code,
    message,
    ...(field !== undefined && { column: field }),
    ...(requestId !== undefined && { requestId }),
  };
}
