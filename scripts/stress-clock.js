import fs from "node:fs";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";

/** Loaded before a program, this moves its clock to the same time of day on 15 June 2027, with the times of its files. */
const Real = Date;
const offset = Math.round((Real.UTC(2027, 5, 15) - Real.now()) / 86_400_000) * 86_400_000;

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + offset);
    else super(...parts);
  }

  static now() {
    return Real.now() + offset;
  }
};

/** Returns a function whose result is passed through another one, also if it is a promise. */
const changed = (run, change) =>
  function (...args) {
    const result = run.apply(this, args);
    return result instanceof Promise ? result.then(change) : change(result);
  };

for (const [owner, names] of [
  [fs, ["statSync", "lstatSync", "fstatSync"]],
  [fs.promises, ["stat", "lstat"]],
])
  for (const name of names)
    owner[name] = changed(owner[name], (stats) => {
      if (typeof stats?.mtimeMs !== "number") return stats;
      for (const time of ["atimeMs", "mtimeMs", "ctimeMs", "birthtimeMs"]) stats[time] += offset;
      return stats;
    });

const seconds = (time) => (time instanceof Real ? time.getTime() / 1000 : Number(time)) - offset / 1000;
for (const owner of [fs.promises, fs])
  for (const name of owner === fs ? ["utimesSync", "futimesSync"] : ["utimes"]) {
    const { [name]: set } = owner;
    owner[name] = (file, accessed, modified) => set(file, seconds(accessed), seconds(modified));
  }

// Node has a clock of its own for the header of responses, which comes behind the others.
const { writeHead } = http.ServerResponse.prototype;
http.ServerResponse.prototype.writeHead = function (...args) {
  const own = args.at(-1);
  if (this.sendDate && typeof own === "object" && !Array.isArray(own) && !("date" in own))
    args[args.length - 1] = { ...own, date: new Date().toUTCString() };
  return writeHead.apply(this, args);
};
syncBuiltinESMExports();
