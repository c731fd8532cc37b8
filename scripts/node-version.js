// Runs before `npm start` and `npm test`. npm scripts use the pinned Node, unless its install script was not allowed to run.
var running = process.versions.node.split(".").map(Number);
if (running[0] < 22 || (running[0] === 22 && running[1] < 19)) {
  process.stderr.write(
    "This needs Node 22.19 or newer, and npm runs " +
      process.versions.node +
      ". The project brings its own Node (the devDependency `node`);\n" +
      "its install script was probably not allowed to run. Run: npm rebuild node   or use Node 24 directly.\n",
  );
  process.exitCode = 1;
}
