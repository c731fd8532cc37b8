import type { Json, StepDraft, Work } from "../../src/bulk/journal/step.ts";
import { type Database, openDatabase, transaction } from "../../src/kernel/sqlite.ts";

/** Opens a platform in a file, so that its effects outlive a killed process; each effect is counted. */
export function openStoredShop(file: string): Database {
  const schema = `CREATE TABLE thing (id INTEGER PRIMARY KEY, slug TEXT NOT NULL, price TEXT NOT NULL);
                  CREATE TABLE effect (what TEXT PRIMARY KEY, times INTEGER NOT NULL);`;
  return openDatabase(file, { synchronous: "NORMAL", migrations: [schema] });
}

type Fields = { [name: string]: Json };

/** Returns how jobs read and write it. `answered` is awaited after the effect and before the response. */
export function storedWork(db: Database, answered: () => Promise<void>): Work {
  const count = db.prepare(
    "INSERT INTO effect VALUES (?, 1) ON CONFLICT (what) DO UPDATE SET times = times + 1",
  );
  return {
    kinds: new Set(["thing.create", "thing.update"]),
    limits: { steps: 5 },
    group: ({ kind, after }) =>
      kind === "thing.update" && (after as Fields).price === "11" ? "eleven" : undefined,
    async read(steps) {
      const price = db.prepare("SELECT price FROM thing WHERE id = ?");
      return new Map(steps.map(({ seq, id }) => [seq, price.get<Fields>(Number(id))]));
    },
    async find(steps) {
      const one = db.prepare("SELECT id FROM thing WHERE slug = ?");
      return new Map(
        steps.flatMap(({ seq, key }): [number, string][] => {
          const found = one.get<{ id: number }>(key ?? "");
          return found ? [[seq, String(found.id)]] : [];
        }),
      );
    },
    async write(steps) {
      const outcomes = transaction(db, "immediate", () =>
        steps.map(({ seq, kind, id, key, after }) => {
          count.run(`${kind} ${key ?? id}`);
          const { price } = after as { price: string };
          if (kind === "thing.update")
            db.prepare("UPDATE thing SET price = ? WHERE id = ?").run(price, Number(id));
          if (kind !== "thing.create") return { seq, ok: true as const };
          const result = db.prepare("INSERT INTO thing (slug, price) VALUES (?, ?)").run(key ?? "", price);
          return { seq, ok: true as const, id: String(result.lastInsertRowid) };
        }),
      );
      await answered();
      return outcomes;
    },
    invert: () => undefined,
  };
}

/** Creates `count` things that cost 10. Returns rows that change each one, some in groups, and create as many with a step on each. */
export function storedRows(db: Database, count: number): StepDraft[][] {
  const insert = db.prepare("INSERT INTO thing VALUES (?, ?, '10')");
  return Array.from({ length: count }, (_, index) => {
    const id = String(index + 1);
    insert.run(index + 1, `old-${id}`);
    const price = index % 3 === 0 ? "11" : `${20 + index}`;
    return [
      { kind: "thing.update", id, label: id, before: { price: "10" }, after: { price } },
      { kind: "thing.create", label: `new-${id}`, key: `new-${id}`, before: null, after: { price: "1" } },
      {
        kind: "thing.update",
        label: `new-${id}`,
        dependsOn: 1,
        before: null,
        after: { price: `${500 + index}` },
      },
    ];
  });
}
