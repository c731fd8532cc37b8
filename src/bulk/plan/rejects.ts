import type { Journal } from "../journal/journal.ts";
import type { StepError } from "../journal/step.ts";

/** Why an input row was not carried out, wholly or in part. */
export interface Reject {
  /** Number of the input row, 1 is the first; undefined where steps did not come from rows. */
  row?: number;
  /** `shop.csv:12` */
  source?: string;
  line?: number;
  column?: string;
  value?: string;
  /** The rule that was broken, or the code of the error. */
  rule: string;
  message: string;
  requestId?: string;
  /** The step that failed; undefined where planning refused the row. */
  seq?: number;
  label?: string;
}

type RejectRow = Record<string, string | number | null> & { error: string | null };

/** Every problem of planning and every failed step, in the order of the input's rows; a row may come several times. */
export function* listRejects({ db }: Journal): Generator<Reject> {
  const rows = db.iterate<RejectRow>(
    `SELECT "row", source, line, "column", value, rule, message, NULL AS seq, NULL AS label, NULL AS error, seq AS place
     FROM problem
     UNION ALL
     SELECT "row", source, NULL, NULL, NULL, NULL, NULL, seq, label, error, seq FROM step WHERE state = 'failed'
     ORDER BY "row", place`,
  );
  for (const { error, place: _, ...row } of rows) {
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
