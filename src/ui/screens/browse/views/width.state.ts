import { type BrowseState, type Step, viewOf, withView } from "../browse.state.ts";
import { listWidth } from "../detail/pane.state.ts";
import { layOut, marksWidth } from "../list/layout.ts";

/** The narrowest column, and how much a key changes the width. */
const least = 4;
const stepWidth = 2;

/** Returns a step that makes the selected column wider (1) or narrower (-1) than it is drawn now. */
export function resizeColumn(by: 1 | -1) {
  return (state: BrowseState): Step => {
    const { column } = viewOf(state);
    const available = listWidth(state, state.width, false) - marksWidth;
    const drawn = layOut(state, available).find(({ index }) => index === column)?.width ?? least;
    const width = Math.max(least, Math.min(available, drawn + by * stepWidth));
    return {
      state: withView(state, (view) => ({ ...view, widths: new Map(view.widths).set(column, width) })),
    };
  };
}
