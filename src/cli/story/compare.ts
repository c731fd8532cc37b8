/** Returns whether a line matches an expected line, in which `[..]` stands for any text. */
function matchesLine(expected: string, actual: string): boolean {
  if (!expected.includes("[..]")) return expected === actual;
  const pieces = expected.split("[..]").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join(".*")}$`, "u").test(actual);
}

/** Returns whether an answer matches the expected one, in which a line `...` stands for any number of lines. */
export function matchesAnswer(expected: readonly string[], actual: readonly string[]): boolean {
  /** The numbers of actual lines that the expected lines read so far may have used. */
  let used = new Set([0]);
  for (const line of expected) {
    const next = new Set<number>();
    for (const count of used) {
      if (line === "...") for (let end = count; end <= actual.length; end += 1) next.add(end);
      else if (count < actual.length && matchesLine(line, actual[count] ?? "")) next.add(count + 1);
    }
    used = next;
  }
  return used.has(actual.length);
}

/** Returns the lines that differ: expected ones after `- `, actual ones after `+ `, at most two equal ones around them. */
export function difference(expected: readonly string[], actual: readonly string[]): string[] {
  const most = Math.min(expected.length, actual.length);
  const same = (expectedAt: number, actualAt: number) =>
    matchesLine(expected[expectedAt] ?? "", actual[actualAt] ?? "");
  let start = 0;
  while (start < most && same(start, start)) start += 1;
  let end = 0;
  while (end < most - start && same(expected.length - 1 - end, actual.length - 1 - end)) end += 1;
  const context = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  return [
    ...context(actual.slice(Math.max(0, start - 2), start)),
    ...expected.slice(start, expected.length - end).map((line) => `- ${line}`),
    ...actual.slice(start, actual.length - end).map((line) => `+ ${line}`),
    ...context(actual.slice(actual.length - end, actual.length - end + Math.min(end, 2))),
  ];
}
