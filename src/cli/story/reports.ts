import type { StoryResult } from "./run-story.ts";

/** Returns the results in the format of JUnit, which CI systems read. */
export function junit(results: readonly StoryResult[]): string {
  const failed = results.filter(({ passed }) => !passed).length;
  const cases = results.flatMap(({ file, duration, failures }) => [
    `  <testcase name="${xml(file)}" classname="till story" time="${duration / 1000}"${failures.length === 0 ? "/>" : ">"}`,
    ...failures.map(
      ({ line, command, difference }) =>
        `    <failure message="${xml(`line ${line}: ${command}`)}">${xml(difference.join("\n"))}</failure>`,
    ),
    ...(failures.length === 0 ? [] : ["  </testcase>"]),
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="till story" tests="${results.length}" failures="${failed}">`,
    ...cases,
    "</testsuite>",
    "",
  ].join("\n");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for XML 1.0, which has no control characters except tab and line breaks. */
function xml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** Returns the results in the Test Anything Protocol, version 14. */
export function tap(results: readonly StoryResult[]): string {
  const lines = results.flatMap(({ file, passed, failures }, index) => [
    `${passed ? "ok" : "not ok"} ${index + 1} - ${file.replaceAll("#", "\\#")}`,
    ...failures.flatMap(({ line, command, difference }) =>
      [`line ${line}: ${command}`, ...difference].map((text) => `# ${text}`),
    ),
  ]);
  return ["TAP version 14", `1..${results.length}`, ...lines, ""].join("\n");
}
