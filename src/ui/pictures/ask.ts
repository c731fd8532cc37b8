import type { Terminal } from "../mount.tsx";

/** What the terminal said about sixels. */
export interface SixelAnswer {
  readonly cell: { readonly width: number; readonly height: number };
}

/** How large a cell is, and then what it can do, which every terminal answers. */
const question = "\x1b[16t\x1b[c";
const abilities = /\x1b\[\?([\d;]*)c/;
const cellSize = /\x1b\[6;(\d{1,4});(\d{1,4})t/;

/**
 * Asks a terminal on which no screen is up whether it draws sixels, and how large its cells are in pixels; undefined
 * where it does not, or has not answered after `ms`. What was typed meanwhile stays to be read.
 */
export async function askSixel(
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  ms = 1_000,
): Promise<SixelAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let said = "";
  const listen = () => {
    for (let piece = stdin.read(); piece !== null; piece = stdin.read()) said += String(piece);
    if (abilities.test(said)) resolve();
  };
  const timer = setTimeout(resolve, ms);
  stdin.ref();
  stdin.setRawMode(true);
  stdin.on("readable", listen);
  stderr.write(question);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    stdin.off("readable", listen);
    stdin.setRawMode(false);
    // As Ink leaves it: nobody waits for keys that no screen reads.
    stdin.unref();
  }
  const typed = said.replace(abilities, "").replace(cellSize, "");
  if (typed !== "") stdin.unshift(typed);
  const [, listed = ""] = abilities.exec(said) ?? [];
  const [height, width] = (cellSize.exec(said) ?? []).slice(1).map(Number);
  return listed.split(";").includes("4") && height && width ? { cell: { width, height } } : undefined;
}
