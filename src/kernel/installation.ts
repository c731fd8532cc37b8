import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** How this till was installed: globally by npm, in a project by npm, as a checkout, or as a single executable. */
export type Installation = "npm" | "project" | "checkout" | "executable";

/** Returns how the till at this path was installed. */
export function installation(script = ""): Installation {
  if (isExecutable()) return "executable";
  const [, root] = /^(.*)[\\/]node_modules[\\/](?:\.bin[\\/]|till-cli[\\/])/.exec(realPath(script)) ?? [];
  if (root === undefined) return "checkout";
  // A project has a manifest beside its packages; the folder of global packages has none.
  return existsSync(join(root, "package.json")) ? "project" : "npm";
}

/** Returns whether this is the single executable, which contains Node. */
export function isExecutable(): boolean {
  return process.getBuiltinModule("node:sea").isSea();
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
