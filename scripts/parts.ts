import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";

/**
 * What is too long for each run of CI, in parts. `.ci/run` runs one slice of one part, chosen by the number of commits on main;
 * nightly.yml runs all slices of each part.
 *
 *     node scripts/parts.ts              run the slice of this commit
 *     node scripts/parts.ts PART         run all slices of a part
 *     node scripts/parts.ts --names      print the names of the parts as JSON
 */
interface Part {
  slices: number;
  /** Random inputs: that many times as many as usual. */
  more?: number;
  /** Returns the command of a slice, from 1. `run` differs each time. */
  command(slice: number, run: number): string;
}

/** A slice takes at most ten minutes on two cores that do nothing else. */
const parts: Readonly<Record<string, Part>> = {
  rounds: { slices: 1, command: () => "npm run test:soak:long" },
  inputs: { slices: 4, more: 10, command: (slice) => `npm test -- --shard=${slice}/4` },
  nights: {
    slices: 17,
    command: (slice, run) =>
      `npm run simulate -- --seeds 30000 --first ${(run * 17 + slice) * 30_000} && ` +
      `npm run simulate -- --workers --seeds 3000 --first ${(run * 17 + slice) * 3000}`,
  },
  busy: {
    slices: 4,
    command: (slice) => `npm run test:stress -- --suite test --rounds 1 --first ${slice} --loops 2`,
  },
  mutations: {
    slices: 10,
    command: (slice) => `npm run test:mutations -- --mutate '${filesToMutate(slice, 10).join(",")}'`,
  },
  coverage: { slices: 1, command: () => "npm run test:coverage" },
  bench: { slices: 1, command: () => "npm run build && npm run bench -- --quick --unjudged" },
  windows: {
    slices: 1,
    command: () => "(npm run windows:prepare || echo 'Without Wine.') && npm run test:windows",
  },
};

/** Returns each n-th of the files that Stryker changes. */
function filesToMutate(slice: number, slices: number): string[] {
  const { mutate } = JSON.parse(readFileSync("stryker.config.json", "utf8")) as { mutate: string[] };
  const left = mutate.flatMap((glob) => (glob.startsWith("!") ? glob.slice(1) : []));
  const files = mutate.filter((glob) => !glob.startsWith("!")).flatMap((glob) => globSync(glob).sort());
  return files
    .filter((file) => !left.some((glob) => matchesGlob(file, glob)))
    .filter((_, index) => index % slices === slice - 1);
}

function runSlice(name: string, { slices, more = 1, command }: Part, slice: number, run: number): boolean {
  const line = command(slice, run);
  process.stdout.write(`Part ${name}, ${slice} of ${slices}: ${line}\n`);
  const env = { ...process.env, TILL_TEST_RUNS: String(more) };
  return spawnSync(line, { shell: true, stdio: "inherit", env }).status === 0;
}

const [chosen] = process.argv.slice(2);
const names = Object.keys(parts);
if (chosen === "--names") process.stdout.write(`${JSON.stringify(names)}\n`);
else if (chosen !== undefined) {
  const part = parts[chosen];
  if (part === undefined) throw new Error(`There is no part ${chosen}: ${names.join(", ")}`);
  const run = Math.floor(Date.now() / 86_400_000);
  const ended = Array.from({ length: part.slices }, (_, index) => runSlice(chosen, part, index + 1, run));
  process.exitCode = ended.every(Boolean) ? 0 : 1;
} else {
  const commits = Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }));
  const name = names[commits % names.length] as string;
  const part = parts[name] as Part;
  const turn = Math.floor(commits / names.length);
  const isPassed = runSlice(name, part, (turn % part.slices) + 1, turn);
  process.exitCode = isPassed ? 0 : 1;
}
