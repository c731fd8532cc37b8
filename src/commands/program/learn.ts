import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LazyGroup } from "../../cli/command.ts";
import { browse } from "../../cli/screen/browse.ts";
import { replaceFile } from "../../config/locked-file.ts";
import { settings } from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { wrap } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { withStreams } from "../../output/streams.ts";
import type { LessonFacts, LessonScreen, LessonStep } from "../../ui/screens/browse/browse.state.ts";

/** The settings that the tutorial takes over: how things are shown. */
const shown = ["color", "symbols", "timeZone", "pictures", "pane", "mouse"] as const;

/** Teaches the screen on a sandbox of its own, which is kept until the tutorial is finished. */
export async function learn(
  context: Context,
  groups: readonly LazyGroup[],
  { restart = false }: { restart?: boolean },
): Promise<ExitCode | undefined> {
  const { streams, format, paths } = context;
  if (streams.terminal === undefined || format !== "table") return await printSteps(context);
  const home = join(paths.state, "learn");
  const file = join(home, "step.json");
  if (restart) rmSync(home, { recursive: true, force: true });
  makeFolder(home);
  const inner = await context.elsewhere({ environment: environmentAt(context, home), cwd: home });
  let at = continueAt(stepIn(file));
  const isLast = () => at === steps.length - 1;
  try {
    await fillShop(inner, file);
    const lesson = {
      steps,
      at,
      facts: () => factsOf(inner),
      remember(step: number) {
        at = step;
        replaceFile(file, JSON.stringify({ step }));
      },
    };
    const code = await browse({ context: inner, groups, lesson }, ["products"], {});
    if (!isLast()) await context.notice("Go on with: till learn");
    return code;
  } finally {
    await inner.close();
    if (isLast()) {
      rmSync(home, { recursive: true, force: true });
      await context.notice("You have finished the tutorial; its shop is deleted. Open your own: till");
    }
  }
}

/** Returns the step that was reached; the first one if the file cannot be read. */
function stepIn(file: string): number {
  try {
    const { step } = JSON.parse(readFileSync(file, "utf8")) as { step?: unknown };
    return typeof step === "number" && Number.isInteger(step) ? step : 0;
  } catch {
    return 0;
  }
}

/** Fills the sandbox of the tutorial when it begins. */
async function fillShop(context: Context, file: string): Promise<void> {
  const { streams } = context;
  const quiet = { ...streams.stdout, write: async () => {} };
  const args = ["sandbox", "seed", "demo"];
  if (stepIn(file) > 0) return;
  await context.status("Preparing the shop of the tutorial …");
  const { exitCode, error } = await context.command(
    args,
    withStreams(streams, { stdout: quiet, stderr: { ...streams.stderr, write: quiet.write } }),
  );
  if (exitCode !== exitCodes.ok)
    throw new TillError(exitCode, error?.message ?? "The shop of the tutorial could not be made.", {
      hint: "Begin again: till learn --restart",
    });
}

/** What the journal of the tutorial's shop has. */
async function factsOf(context: Context): Promise<LessonFacts> {
  const jobs = (await (await context.jobs()).list()).flatMap((entry) => ("job" in entry ? [entry] : []));
  return {
    applied: jobs.find(({ counts }) => counts.done > 0)?.id,
    undone: jobs.some(({ counts }) => counts.undone > 0),
  };
}

/** Returns an environment with another home and without the profiles and credentials of the user. */
function environmentAt({ environment, choices }: Context, home: string): Context["environment"] {
  const own = Object.entries(environment.variables).filter(([name]) => !name.startsWith("TILL_"));
  const looks = shown.flatMap((name) => {
    const { value } = choices.setting(name);
    return value === null ? [] : [[settings[name].env, String(value)]];
  });
  return { ...environment, variables: Object.fromEntries([...own, ...looks, ["TILL_HOME", home]]) };
}

/** Prints the tutorial as text. */
async function printSteps({ streams, globals, format }: Context): Promise<undefined> {
  const { stdout } = streams;
  if (globals.json || format === "json") {
    const parts = steps.map(({ title, text }) => ({ title, text }));
    return await stdout.write(`${jsonText({ _kind: "tutorial", steps: parts })}\n`).then(() => undefined);
  }
  const width = Math.min(100, stdout.columns ?? 80);
  const lines = steps.flatMap(({ title, text }, index) => [
    `${index + 1}. ${title}`,
    ...wrap(text, width - 3).map((line) => `   ${line}`),
    "",
  ]);
  await stdout.write(`Run till learn on a terminal to do this on a shop made for it.\n\n${lines.join("\n")}`);
  return undefined;
}

const viewOf = ({ views }: LessonScreen) => views.at(-1);

/** The steps of the tutorial. Each is done when the screen or the journal of its sandbox shows it. */
export const steps: readonly LessonStep[] = [
  {
    title: "Open a product",
    text: "These are the products of a shop made for this tutorial; nothing here is yours. Move with ↑ and ↓, or with the mouse, then open a product with Enter.",
    done: ({ mode }) => mode.kind === "detail",
  },
  {
    title: "Go back",
    text: "This is all about the product. Press Esc to go back to the list. Esc always goes back one step.",
    done: ({ mode }) => mode.kind === "table",
  },
  {
    title: "Filter the list",
    text: 'Press f, type price > 50 and press Enter. The same text works on the command line: till products list --filter "price > 50".',
    done(state) {
      const view = viewOf(state);
      return view?.query.filter !== undefined && (view.rows.total ?? 0) > 0;
    },
  },
  {
    title: "Mark rows",
    text: "Press Space on two products, or drag over them with the mouse. Marked rows show a dot; what you do next is for all of them.",
    done(state) {
      const view = viewOf(state);
      return view !== undefined && (view.marked === "all" || view.marked.size >= 2);
    },
  },
  {
    title: "Edit the price",
    text: "Select the column PRICE with → (marked ›), press e, change the price (such as 19.90, or +10%) and press Enter. Nothing is sent yet: the edit is staged.",
    done: ({ staged }) => staged.rows.size > 0 || staged.list !== undefined,
  },
  {
    title: "Look at your changes",
    text: "Press d. It shows what is staged, and the commands that do the same.",
    needsEdits: true,
    done: ({ mode }, { applied }) => mode.kind === "diff" || applied !== undefined,
  },
  {
    title: "Preview and apply",
    text: "Press A. You see every price before and after, and are asked. Press y there: only then the changes are sent.",
    below: "Tutorial: this is the preview; nothing was sent. y sends, n goes back.",
    needsEdits: true,
    done: (_, { applied, undone }) => applied !== undefined || undone,
  },
  {
    title: "Undo it",
    text: "The prices are changed, and what was changed is in the journal. Press z to undo it, and y to get the old prices back.",
    below: "Tutorial: this previews the undo. Press y to get the old prices back.",
    done: (_, { undone }) => undone,
  },
  {
    title: "That is all",
    text: "You can list, filter, edit, preview and undo. ? shows all keys, : all commands. Press q to leave; the shop of the tutorial is then deleted. Your own: till",
  },
];

/** Returns the step at which a tutorial continues; staged edits are not kept between runs. */
export function continueAt(at: number): number {
  const place = Math.max(0, Math.min(steps.length - 1, at));
  const isLast = place === steps.length - 1;
  if (isLast || !steps[place]?.needsEdits) return place;
  return Math.max(0, steps.findIndex(({ needsEdits }) => needsEdits) - 1);
}
