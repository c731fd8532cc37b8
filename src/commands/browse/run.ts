import type { Context } from "../../context.ts";
import { type ExitCode, exitCodes, UsageError } from "../../errors.ts";
import { openBrowser } from "../browser.ts";
import { holdHeap } from "../job/young-heap.ts";
import { applyEdits, undoFromScreen } from "./act.ts";
import { browsable } from "./nouns.ts";

interface BrowseOptions {
  filter?: string;
  search?: string;
  sort?: string;
}

/** What a list stays fresh for: the specification's five minutes; a local shop is looked at again and again. */
const fresh = { hosted: 5 * 60_000, local: 2_000 };

/** Shows the shop on the screen, at a noun, until it is left; jobs that are begun there run below it, as commands do. */
export async function run(
  context: Context,
  [noun = "products"]: string[],
  { filter, search, sort }: BrowseOptions,
): Promise<ExitCode | undefined> {
  const { terminal, stderr } = context.streams;
  if (terminal === undefined || context.format !== "table") {
    throw new UsageError("Browsing needs a terminal, and the output must be a table.", {
      field: "--interactive",
      hint: `Print the list instead: till ${noun} list`,
    });
  }
  const [nouns, site, screen] = await Promise.all([
    browsable(context),
    context.site(),
    import("../../ui/screens/browse/browse.tsx"),
  ]);
  holdHeap();
  const now = () => context.now().getTime();
  const target = { profile: site.profile, site: site.hosted ? site.id : undefined, live: site.hosted };
  const shown = nouns.map((one) => one.shown);
  nouns
    .find(({ open }) => open.name === noun)
    ?.open.open({ filter, search, sort })
    .close();
  let state = screen.beginBrowse(shown, { noun, query: { filter, search, sort }, now: now() });
  for (;;) {
    const left = await screen.browse(
      { ...terminal, colour: stderr.colour },
      {
        initial: state,
        target,
        now,
        freshMs: site.hosted ? fresh.hosted : fresh.local,
        openWeb: (address) => openBrowser(address),
        signal: context.signal,
      },
    );
    if (left === "interrupted") return exitCodes.interrupted;
    if (left.effect.type === "quit") return undefined;
    const acted =
      left.effect.type === "apply"
        ? await applyEdits(context, nouns, left.effect.edits)
        : await undoFromScreen(context, left.effect.job);
    context.signal.throwIfAborted();
    state = screen.afterJob(left.state, {
      message: { text: acted.text, tone: acted.failed ? "failed" : "done" },
      applied: acted.applied && left.effect.type === "apply",
      undoable: acted.job,
    });
  }
}
