#!/usr/bin/env node
// Read by any Node: finds one that is new enough, answers --version, then hands over to the bundle.
// Imports nothing at its head: every start would pay for it.

var home = new URL("..", import.meta.url);
var needed = [22, 19];
var running = process.versions.node.split(".").map(Number);
var newEnough = running[0] > needed[0] || (running[0] === needed[0] && running[1] >= needed[1]);
var args = process.argv.slice(2);

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  import("node:fs").then(function (fs) {
    process.stdout.on("error", function (error) {
      if (error.code === "EPIPE") return;
      process.stderr.write("error: Could not write to stdout: " + error.message + "\n");
      process.exitCode = 1;
    });
    process.stdout.write(JSON.parse(fs.readFileSync(new URL("package.json", home), "utf8")).version + "\n");
  });
} else if (!newEnough) {
  import("node:fs").then(reexec);
} else {
  if (!process.env.NODE_ENV) process.env.NODE_ENV = "production";
  import("../dist/main.js").then(
    function (program) {
      return program.runProcess().then(function (code) {
        process.exitCode = code;
      });
    },
    function (error) {
      var missing = error && error.code === "ERR_MODULE_NOT_FOUND";
      process.stderr.write(missing ? "till is not built yet. Run: npm run build\n" : String(error && error.stack) + "\n");
      process.exitCode = 1;
    },
  );
}

function reexec(fs) {
  var pinned = new URL("node_modules/node/bin/node", home);
  if (!fs.existsSync(pinned)) {
    var what = "till needs Node " + needed.join(".") + " or newer; this is " + process.versions.node + ".";
    process.stderr.write(what + " Get it at https://nodejs.org, or run: npm ci (in the checkout)\n");
    process.exitCode = 1;
    return;
  }
  import("node:child_process").then(function (childProcess) {
    var child = childProcess.spawn(pinned.pathname, [new URL(import.meta.url).pathname].concat(args), { stdio: "inherit" });
    ["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (signal) {
      process.on(signal, function () {
        if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
      });
    });
    child.on("exit", function (code, signal) {
      process.exitCode = code !== null ? code : signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1;
    });
  });
}
