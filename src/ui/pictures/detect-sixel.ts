import type { Terminal } from "../mount.tsx";

/** The sixel support of a terminal; `cell` is the size of a character cell in pixels. */
export interface SixelSupport {
  readonly cell: { readonly width: number; readonly height: number };
}

/** Asks for the cell size, then for the capabilities, which every terminal reports. */
const query = "\x1b[16t\x1b[c";
const capabilities = /\x1b\[\?([\d;]*)c/;
const cellSize = /\x1b\[6;(\d{1,4});(\d{1,4})t/;

/**
 * Asks the terminal whether it supports sixels, and for the size of its cells. Returns undefined if it does not, or
 * does not respond within `ms`. Keys typed meanwhile stay readable. Call it only while no screen is shown.
 */
export async function detectSixel(
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  ms = 1_000,
): Promise<SixelSupport | undefined> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = "";
  const listen = () => {
    for (let chunk = stdin.read(); chunk !== null; chunk = stdin.read()) received += String(chunk);
    if (capabilities.test(received)) resolve();
  };
  const timer = setTimeout(resolve, ms);
  stdin.ref();
  stdin.setRawMode(true);
  stdin.on("readable", listen);
  stderr.write(query);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    stdin.off("readable", listen);
    stdin.setRawMode(false);
    // Like Ink after unmounting: stdin must not keep the process alive.
    stdin.unref();
  }
  const typed = received.replace(capabilities, "").replace(cellSize, "");
  if (typed !== "") stdin.unshift(typed);
  const [, features = ""] = capabilities.exec(received) ?? [];
  const [height, width] = (cellSize.exec(received) ?? []).slice(1).map(Number);
  return features.split(";").includes("4") && height && width ? { cell: { width, height } } : undefined;
}
