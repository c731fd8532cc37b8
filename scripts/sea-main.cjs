// The start of the single executable. It embeds every chunk of dist, and loads them as modules of a folder that does not exist.
const { registerHooks, createRequire, enableCompileCache } = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { getAsset } = require("node:sea");

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") process.exitCode = 1;
  });
  process.stdout.write(`${getAsset("version", "utf8")}\n`);
} else run();

function run() {
  const folder = pathToFileURL(`${process.execPath}.chunks/`).href;
  registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith("./") || !context.parentURL?.startsWith(folder)) return next(name, context);
      return { url: new URL(name, context.parentURL).href, format: "module", shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(folder)) return next(url, context);
      return { format: "module", source: getAsset(url.slice(folder.length), "utf8"), shortCircuit: true };
    },
  });
  if (!process.env.NODE_ENV) process.env.NODE_ENV = "production";
  const cache = cacheFolder(process.env);
  if (cache && !process.env.NODE_COMPILE_CACHE) enableCompileCache(cache);
  const program = createRequire(`${folder}start.js`)("./main.js");
  program.runProcess().then((code) => {
    process.exitCode = code;
  });
}

/** Compiled code is kept in the user's own cache folder, where nobody else can place code. */
function cacheFolder({ TILL_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME }) {
  if (TILL_HOME) return join(TILL_HOME, "cache", "compiled");
  if (process.platform === "win32") return LOCALAPPDATA && join(LOCALAPPDATA, "till", "cache", "compiled");
  if (process.platform === "darwin") return HOME && join(HOME, "Library", "Caches", "till", "compiled");
  const base = XDG_CACHE_HOME || (HOME && join(HOME, ".cache"));
  return base && join(base, "till", "compiled");
}
