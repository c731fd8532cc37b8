import type { SQLInputValue, StatementSync } from "node:sqlite";

export type SqlValue = SQLInputValue;
export type SqlRow = Record<string, unknown>;

/** A prepared statement. Failures with a known cause (locked, full, not a database) are TillErrors. */
export interface Statement {
  run(...values: SqlValue[]): { changes: number; lastInsertRowid: number };
  get<Row = SqlRow>(...values: SqlValue[]): Row | undefined;
  all<Row = SqlRow>(...values: SqlValue[]): Row[];
}

/** Runs work and turns known failures into TillErrors. */
export type Explained = <T>(work: () => T) => T;

/** Returns the values in the form in which a statement takes them. */
type Binding = (values: SqlValue[]) => SqlValue[];

/** Returns how to bind the values of a statement: Node 22 binds numbered parameters (`?1`) only by name, newer ones do both. */
export function binding(sql: string): Binding {
  if (!/\?\d/.test(sql)) return (values) => values;
  return (values) => [
    Object.fromEntries(values.map((value, index) => [`?${index + 1}`, value])) as unknown as SqlValue,
  ];
}

/** Wraps a statement so that its failures are explained. */
export function wrapStatement(raw: StatementSync, bound: Binding, explained: Explained): Statement {
  return {
    run: (...values) => {
      const { changes, lastInsertRowid } = explained(() => raw.run(...bound(values)));
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    },
    get: <Row>(...values: SqlValue[]) => explained(() => raw.get(...bound(values))) as Row | undefined,
    all: <Row>(...values: SqlValue[]) => explained(() => raw.all(...bound(values))) as Row[],
  };
}
