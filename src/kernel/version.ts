import manifest from "../../package.json" with { type: "json" };

/** The version of till from package.json. */
export const toolVersion: string = manifest.version;

/** Returns why this version of Node is too old and what to do, or undefined. The same text is in `bin/till.js`. */
export function neededNode(running: string): string | undefined {
  const needed = manifest.engines.node.replace(/^>=/, "");
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const [least = 0, leastMinor = 0] = needed.split(".").map(Number);
  if (major > least || (major === least && minor >= leastMinor)) return undefined;
  return `till needs Node ${needed} or newer; this is ${running}. Install Node 24 from https://nodejs.org or with: nvm install 24`;
}
