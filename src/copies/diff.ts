import { resolve } from "node:path";
import type { Json } from "../bulk/journal/step.ts";
import { valueText } from "../bulk/plan/stage.ts";
import { tablePage, tableRow } from "../cli/jobs/diff-file.ts";
import type { Context } from "../context/context.ts";
import { type ExitCode, exitCodes } from "../kernel/errors.ts";
import { writeExport } from "../kernel/export-file.ts";
import { countOf } from "../kernel/text.ts";
import { printFileText } from "../output/file-text.ts";
import { compareStores, type Difference, inBothCatalogs } from "./compare.ts";
import type { SnapshotDomain } from "./domains.ts";
import { shownValue } from "./object-steps.ts";
import { haveCosts, isPartial, openSide, type Side, sharedDomains } from "./side.ts";

interface DiffOptions {
  only?: readonly SnapshotDomain[];
  html?: string;
  costs?: boolean;
  detailedExitcode?: boolean;
}

/** A field that differs, or an object that only one side has. */
interface DifferenceRecord {
  domain: SnapshotDomain;
  kind: string;
  key: string;
  change: Difference["change"];
  field: string | null;
  before: Json;
  after: Json;
}

/** Compares two shops or snapshots and prints what differs. */
export async function run(
  context: Context,
  [one = "", other = ""]: string[],
  { only, html, costs = true, detailedExitcode = false }: DiffOptions,
): Promise<ExitCode | undefined> {
  const sides: Side[] = [];
  try {
    for (const name of [one, other]) sides.push(await openSide(context, name));
    const [left, right] = sides as [Side, Side];
    const domains = sharedDomains(sides, only);
    const withCosts = costs && haveCosts(sides);
    const before = await left.read(domains, withCosts);
    const after = await right.read(domains, withCosts);
    await notePartial(context, sides, domains);
    let objects = 0;
    function* records(): Generator<DifferenceRecord> {
      const differences = compareStores(before, after, {
        domains,
        partial: (side, domain) => isPartial(side === "one" ? left : right, domain),
        common: left.catalog !== right.catalog ? inBothCatalogs : undefined,
      });
      for (const { domain, kind, key, change, fields } of differences) {
        const object = { domain, kind, key, change };
        objects += 1;
        if (fields.length === 0) yield { ...object, field: null, before: null, after: null };
        for (const field of fields) yield { ...object, ...field };
      }
    }
    if (html === undefined) await printRecords(context, [one, other], records());
    else await writePage(context, html, [one, other], records());
    if (objects > 0)
      await context.notice(`${countOf(objects, "object")} ${objects === 1 ? "differs" : "differ"}.`);
    return detailedExitcode && objects > 0 ? exitCodes.changes : undefined;
  } finally {
    for (const side of sides) await side.close();
  }
}

async function notePartial(context: Context, sides: readonly Side[], domains: readonly SnapshotDomain[]) {
  for (const side of sides) {
    const partial = domains.filter((domain) => isPartial(side, domain));
    if (partial.length > 0)
      await context.notice(
        `${side.name} has only some ${partial.join(", ")} (--limit or --since): what it lacks is not a difference.`,
      );
  }
}

async function printRecords(
  context: Context,
  [one, other]: readonly [string, string],
  rows: Iterable<DifferenceRecord>,
): Promise<void> {
  const text = ({ change, field }: DifferenceRecord) =>
    field ?? (change === "added" ? `only in ${other}` : `only in ${one}`);
  await context.print(rows, {
    kind: "difference",
    fields: {
      kind: {},
      key: { grow: true, min: 16 },
      field: { path: "field", label: "Difference", value: text, grow: true, min: 16 },
      before: {
        path: "before",
        label: one,
        value: ({ field, before }) => brief(field, before),
        grow: true,
        min: 12,
      },
      after: {
        path: "after",
        label: other,
        value: ({ field, after }) => brief(field, after),
        grow: true,
        min: 12,
      },
    },
    paths: ["domain", "kind", "key", "change", "field", "before", "after"],
    empty: "No differences.",
  });
}

function brief(field: string | null, value: Json): string {
  const text = valueText(shownValue(field, value)).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

async function writePage(
  context: Context,
  file: string,
  [one, other]: readonly [string, string],
  records: Iterable<DifferenceRecord>,
): Promise<void> {
  const headings = ["Key", "Kind", "Difference", one, other];
  const page = {
    title: `${one} and ${other}`,
    caption: "Every value that differs",
    headings,
    empty: "No differences.",
  };
  function* rows() {
    for (const { key, kind, change, field, before, after } of records) {
      const where = change === "added" ? `only in ${other}` : `only in ${one}`;
      yield tableRow(key, [kind, field ?? where], { before, after });
    }
  }
  const chunks = tablePage(page, rows());
  if (file === "-") {
    return await printFileText(
      context.streams.stdout,
      (async function* () {
        yield* chunks;
      })(),
    );
  }
  await writeExport(resolve(context.cwd, file), chunks, { signal: context.signal });
}
