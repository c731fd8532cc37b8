import type { View } from "../list/view.state.ts";

/** What is drawn at a cell and can be clicked. */
export type Hit =
  | { readonly kind: "tab"; readonly resource: string }
  | { readonly kind: "heading"; readonly column: number }
  | { readonly kind: "row"; readonly index: number }
  /** The empty part below the last row. */
  | { readonly kind: "below" }
  /** The selected row beside the list. */
  | { readonly kind: "pane" }
  | { readonly kind: "choice"; readonly index: number }
  | { readonly kind: "key"; readonly key: string };

/** The left button while it is pressed. */
export interface Pressed {
  readonly hit: Hit;
  /** Whether the row or the choice was selected before. */
  readonly again: boolean;
  /** The row where the button was pressed, and the marks before. */
  readonly row?: string | undefined;
  readonly marked: View["marked"];
  readonly dragged: boolean;
}
