import type { LessonScreen, LessonStep } from "../../ui/screens/browse/browse.state.ts";

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
    text: "Press f, type price > 50 and press Enter. The same text works on the command line: till products list --filter 'price > 50'.",
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
    below: "Tutorial: this is the preview; nothing was sent. Press y to send, n to go back.",
    needsEdits: true,
    done: (_, { applied, undone }) => applied !== undefined || undone,
  },
  {
    title: "Undo it",
    text: "The prices are changed, and what was changed is in the journal. Press z, and y again, to get the old prices back.",
    below: "Tutorial: this is the preview of the undo. Press y to get the old prices back.",
    done: (_, { undone }) => undone,
  },
  {
    title: "That is all",
    text: "You can list, filter, edit, preview and undo. ? shows all keys, : all commands. Press q to leave; the shop of the tutorial is then deleted. Your own: till",
  },
];

/** Returns where a tutorial that was left goes on: staged edits are gone. */
export function continueAt(at: number): number {
  const place = Math.max(0, Math.min(steps.length - 1, at));
  const isLast = place === steps.length - 1;
  if (isLast || !steps[place]?.needsEdits) return place;
  return Math.max(0, steps.findIndex(({ needsEdits }) => needsEdits) - 1);
}
