import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reporter, TestSpecification, Vitest } from "vitest/node";
import { codesOfTill } from "./error-codes.ts";

/** Prints each failure when it happens: a run that is cut does not come to the summary at its end. */
export const failuresAtOnce: Reporter = {
  onTestCaseResult(test) {
    for (const { stack, message, diff } of test.result().errors ?? []) {
      const where = (stack ?? message).replace(/\n\s+at .*(node_modules|node:internal).*/g, "");
      print(`FAIL ${test.module.relativeModuleId} > ${test.fullName}\n${where}\n${diff ?? ""}\n`);
    }
  },
};

/** The codes that no test sees, by the reason. */
const exceptions = "tests/support/unseen-codes.json";

/**
 * Fails a run of all tests in which no test has seen an error with one of the codes in `src`, or one has seen a code that
 * `unseen-codes.json` lists.
 */
export function allCodesSeen(): Reporter {
  let vitest: Vitest | undefined;
  let folder: string | undefined;
  return {
    onInit(started) {
      vitest = started;
    },
    async onTestRunStart(chosen) {
      if (vitest === undefined || !(await areAll(chosen, vitest))) return;
      folder = mkdtempSync(join(tmpdir(), "till-codes-"));
      process.env.TILL_SEEN_CODES = folder;
    },
    onTestRunEnd(_modules, _errors, reason) {
      if (folder === undefined) return;
      const files = readdirSync(folder).map((name) => readFileSync(join(folder ?? "", name), "utf8"));
      rmSync(folder, { recursive: true });
      if (reason !== "passed") return;
      const seen = new Set(files.flatMap((text) => text.split("\n")));
      const reasons: Record<string, string[]> = JSON.parse(readFileSync(exceptions, "utf8"));
      const listed = Object.values(reasons).flat();
      const codes = codesOfTill();
      const unseen = [...codes].filter(([code]) => !seen.has(code) && !listed.includes(code));
      const late = listed.filter((code) => seen.has(code) || !codes.has(code));
      print(`Error codes: ${codes.size - listed.length} of ${codes.size} seen by a test.\n`);
      for (const [code, file] of unseen) print(`No test sees ${code}, which ${file} creates.\n`);
      for (const code of late) print(`Take ${code} out of ${exceptions}: a test sees it, or it is gone.\n`);
      if (unseen.length + late.length > 0) process.exitCode = 1;
    },
  };
}

/** Returns whether these are all files of the suite `test`, and nothing selects some of their tests. */
async function areAll(chosen: readonly TestSpecification[], vitest: Vitest): Promise<boolean> {
  const { testNamePattern, shard, tagsFilter } = vitest.config;
  if (testNamePattern || shard || tagsFilter?.length) return false;
  if (chosen.some(({ project }) => project.name !== "test")) return false;
  return chosen.length === (await vitest.globTestSpecifications()).length;
}

function print(text: string): void {
  process.stderr.write(text);
}
