import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { World } from "../../support/world.ts";

/** A program that is opened as the editor. */
export interface Editor {
  env: { EDITOR: string };
  /** How often it was opened. */
  rounds(): number;
  /** Returns the text with which it was opened, from 1. */
  text(round: number): string;
}

/** Creates an editor that runs a line of shell on the file "$1" each time it is opened; after the last one, nothing. */
export function scriptedEditor({ path }: Pick<World, "path">, ...lines: string[]): Editor {
  const file = path("editor.sh");
  const count = path("editor.count");
  const cases = lines.map((line, index) => `${index + 1}) ${line} ;;`).join("\n");
  writeFileSync(count, "0");
  writeFileSync(
    file,
    `#!/bin/sh
n=$(($(cat '${count}') + 1)); echo $n > '${count}'; cp "$1" '${path("editor")}'.$n
case $n in
${cases}
esac
`,
  );
  chmodSync(file, 0o755);
  return {
    env: { EDITOR: file },
    rounds: () => Number(readFileSync(count, "utf8")),
    text: (round) =>
      existsSync(path(`editor.${round}`)) ? readFileSync(path(`editor.${round}`), "utf8") : "",
  };
}
