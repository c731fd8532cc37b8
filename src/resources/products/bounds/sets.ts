import type { Json } from "../../../bulk/journal/step.ts";
import type { Change } from "../../../bulk/language/change.ts";
import { isNumber } from "../../../bulk/language/values.ts";
import { UsageError } from "../../../kernel/errors.ts";
import { syntaxError } from "../../../kernel/lexer.ts";
import { amountText } from "../../../kernel/money.ts";
import type { CatalogVersion } from "../catalog.ts";
import { stepProblems } from "./steps.ts";

/** Throws UsageError for the first flag whose value the platform would reject; the flags have the names of their fields. */
export function checkFlags(
  flags: Readonly<Record<string, Json | undefined>>,
  checked: { version: CatalogVersion; currency?: string | undefined },
): void {
  const after = Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]): [string, Json][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const [problem] = stepProblems({ kind: "product.update", label: "", before: null, after }, checked);
  if (problem === undefined) return;
  const { field, message } = problem;
  const flag = `--${field === "inventory" ? "quantity" : field}`;
  throw new UsageError(`${flag} ${message}. Nothing was sent.`, { field: flag });
}

/**
 * Throws UsageError with a caret for a `--set` whose value the platform would reject for every product. `currency`: of the
 * products, once it is known; amounts that are typed must not have more decimals.
 */
export function checkSets(
  changes: readonly Change[],
  { version, currency }: { version: CatalogVersion; currency?: string | undefined },
): void {
  for (const { field, text, reads, evaluate } of changes) {
    if (reads.length > 0 || !["text", "number", "money"].includes(field.type)) continue;
    const value = evaluate({}, currency ?? "");
    const start = text.indexOf("=") + 1;
    const typed = text.slice(start).trim();
    // A computed amount is rounded, and checked with the plan.
    if (isNumber(value) && !/^[\d.]+$/.test(typed)) continue;
    const json = isNumber(value) ? amountText(value) : (value as Json);
    const step = { kind: "product.update", label: "", before: null, after: { [field.name]: json } };
    const [problem] = stepProblems(step, { version, currency });
    if (problem === undefined) continue;
    const position = start + (text.slice(start).length - text.slice(start).trimStart().length);
    throw syntaxError(
      text,
      { position, length: Math.max(1, typed.length) },
      `${field.name} ${problem.message}`,
    );
  }
}
