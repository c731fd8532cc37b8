import { readdirSync } from "node:fs";
import { delimiter, extname, isAbsolute, join } from "node:path";
import { isProgram } from "./environment.ts";

/** The start of the names of programs that are commands: `till-hello` is `till hello`. */
const prefix = "till-";

/** Returns the programs on PATH that add commands, by command. A program in the current folder is none: PATH has to name its folder. */
export function findExtensions(env: NodeJS.ProcessEnv = process.env): ReadonlyMap<string, string> {
  const { PATH = "", PATHEXT = ".EXE;.CMD;.BAT;.COM" } = env;
  const isWindows = process.platform === "win32";
  const endings = isWindows ? PATHEXT.toLowerCase().split(";") : [""];
  const found = new Map<string, string>();
  for (const folder of PATH.split(delimiter).filter((name) => isAbsolute(name)))
    for (const file of filesIn(folder)) {
      const ending = isWindows ? extname(file).toLowerCase() : "";
      const name = file.slice(prefix.length, isWindows ? file.length - ending.length : undefined);
      if (!file.startsWith(prefix) || !/^[a-z][\w-]*$/.test(name) || !endings.includes(ending)) continue;
      const path = join(folder, file);
      if (!found.has(name) && isProgram(path)) found.set(name, path);
    }
  return found;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
