import { extname, resolve } from "node:path";
import { tableContent } from "../../cli/export.ts";

import { siteFlags } from "../../cli/same-site.ts";
import type { Context } from "../../context/context.ts";
import { inShell, shellWord } from "../../kernel/command-line.ts";
import { day } from "../../kernel/durations.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { writeExport } from "../../kernel/export-file.ts";
import { openDatabase } from "../../kernel/sqlite.ts";
import { countOf } from "../../kernel/text.ts";
import { type CheckGroup, type CheckKind, checkKinds, severities } from "../../resources/check-kinds.ts";
import { platformTime } from "../../resources/platform-time.ts";
import { productsById } from "../../resources/products/catalog.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { productResource } from "../../resources/products/resource.ts";
import {
  authorizationFindings,
  deliveryFindings,
  discountFindings,
  eventFindings,
  mediaUrl,
  productFindings,
  type ShopFinding,
  unfulfilledFindings,
} from "../../resources/shop-check.ts";

interface CheckOptions {
  media?: boolean;
  only?: (CheckKind | CheckGroup)[];
  report?: string;
  /** In milliseconds. */
  waiting?: number;
}

/** Runs the checks of the shop and prints their findings, the worst first. Exits 11 if there are any. */
export async function run(
  context: Context,
  _args: string[],
  { media = false, only, report, waiting = 7 * day }: CheckOptions,
): Promise<ExitCode | undefined> {
  const isWanted = (kind: CheckKind) =>
    only === undefined || only.includes(kind) || only.includes(checkKinds[kind].group);
  const kinds = (Object.keys(checkKinds) as CheckKind[]).filter(isWanted);
  const runs = (group: CheckGroup) => kinds.some((kind) => checkKinds[kind].group === group);
  const call = await context.call("admin");
  const { shell } = context.environment;
  const flags = siteFlags(context).map((word) => ` ${shellWord(word)}`);
  const found = sortedFindings();
  const add = async (findings: AsyncIterable<ShopFinding>) => {
    for await (const { fix, ...finding } of findings)
      if (isWanted(finding.check))
        found.add({ ...finding, ...(fix !== undefined && { fix: inShell(fix + flags.join(""), shell) }) });
  };
  try {
    if (runs("catalog")) await add(catalogFindings(context, media));
    if (runs("delivery")) await add(deliveryFindings(call));
    if (runs("discounts")) {
      const catalog = await openCatalog(context);
      const existing = async (ids: readonly string[]) => new Set((await productsById(catalog, ids)).keys());
      await add(discountFindings(call, existing));
    }
    if (runs("events")) await add(eventFindings(context));
    if (runs("payments")) await add(authorizationFindings(call, await platformTime(context)));
    if (runs("orders")) await add(unfulfilledFindings(call, { now: await platformTime(context), waiting }));
    const total = found.counts.reduce((sum, [, count]) => sum + count, 0);
    await context.print(found.rows(), {
      kind: "shopFinding",
      fields: {
        severity: { min: 8 },
        check: { min: 8 },
        subject: { min: 16 },
        problem: { grow: true },
        fix: { grow: true },
      },
      total,
      empty: "Nothing found.",
    });
    if (report !== undefined) await writeReport(context, report, found.rows());
    if (total === 0) return undefined;
    const groups = severities.flatMap((severity) => {
      const own = found.counts.filter(([kind]) => checkKinds[kind].severity === severity);
      return own.length === 0
        ? []
        : [`${severity}: ${own.map(([kind, count]) => `${kind} ${count}`).join(", ")}`];
    });
    await context.notice(`Found ${countOf(total, "problem")} (${groups.join("; ")}).`);
    return exitCodes.changes;
  } finally {
    found.close();
  }
}

const header = ["severity", "check", "subject", "problem", "fix"] as const;
type Row = ShopFinding & { severity: string };

/** Writes findings to a CSV file or a workbook. */
async function writeReport(context: Context, file: string, rows: Iterable<Row>): Promise<void> {
  const kind = extname(file).toLowerCase() === ".xlsx" ? "xlsx" : "csv";
  async function* cells() {
    for (const row of rows) yield header.map((name) => row[name] ?? "");
  }
  const table = { file, title: "Findings", header, rows: cells() };
  const whole = { ...context, globals: { ...context.globals, fields: undefined } };
  await writeExport(resolve(context.cwd, file), tableContent(whole, kind, table, {}), {
    signal: context.signal,
  });
}

/** Keeps findings in a temporary table, so that memory does not grow with their number, and returns them the worst first. */
function sortedFindings() {
  const kinds = Object.keys(checkKinds) as CheckKind[];
  const severityOf = (kind: CheckKind) => checkKinds[kind].severity;
  const rank = (kind: CheckKind) => severities.indexOf(severityOf(kind)) * 100 + kinds.indexOf(kind);
  const counts = new Map<CheckKind, number>();
  const db = openDatabase(":memory:", { synchronous: "NORMAL", migrations: [] });
  db.exec("CREATE TEMP TABLE found (rank INTEGER, finding TEXT)");
  const insert = db.prepare("INSERT INTO temp.found VALUES (?, ?)");
  return {
    add(finding: ShopFinding) {
      insert.run(rank(finding.check), JSON.stringify(finding));
      counts.set(finding.check, (counts.get(finding.check) ?? 0) + 1);
    },
    *rows(): Generator<Row> {
      const all = db.iterate<{ finding: string }>("SELECT finding FROM temp.found ORDER BY rank, rowid");
      for (const { finding } of all) {
        const { check, ...rest } = JSON.parse(finding) as ShopFinding;
        yield { severity: severityOf(check), check, ...rest };
      }
    },
    /** The kinds that were found with their numbers, the worst first. */
    get counts(): [CheckKind, number][] {
      return [...counts].sort(([one], [other]) => rank(one) - rank(other));
    },
    close: () => db.close(),
  };
}

/** Yields the findings of all products. */
async function* catalogFindings(context: Context, media: boolean): AsyncGenerator<ShopFinding> {
  const { list } = await productResource.open(context);
  const { version } = await openCatalog(context);
  const seen = { skus: new Map<string, string>(), names: new Map<string, string>() };
  const rows = list({ all: true, signal: context.signal }).rows;
  for await (const product of rows) {
    yield* productFindings(product, seen, version);
    if (!media || product.visible === false) continue;
    for (const item of product.media?.items ?? []) {
      const failure = await mediaFailure(context, mediaUrl(item));
      if (failure === undefined) continue;
      const word = shellWord(product.slug || product.id);
      // A host that does not respond at the moment is no reason to remove a picture.
      const fix =
        failure.exitCode === exitCodes.notFound &&
        `till products media remove ${word} ${shellWord(item.id ?? "")}`;
      const problem = `${item.id}: ${failure.message}`;
      yield { check: "media", subject: product.name ?? word, problem, ...(fix && { fix }) };
    }
  }
}

/** Requests a file. Returns why it does not load, if so. */
async function mediaFailure(context: Context, url: string | undefined): Promise<TillError | undefined> {
  if (url === undefined) return undefined;
  const { environment, signal } = context;
  const [{ pictureAt }, { requestFile }] = await Promise.all([
    import("../../cli/screen/pictures.ts"),
    import("../../api/transport/download.ts"),
  ]);
  const site = await context.site();
  // Media of a sandbox exist there only.
  const place = pictureAt(url, site, true);
  if ("drawn" in place) return undefined;
  const address = site.baseUrl.startsWith("http:") ? place.url : url;
  try {
    await requestFile(address, { timeout: 10_000, accept: "*/*", proxy: environment.proxies, signal });
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TillError) return error;
    throw error;
  }
}
