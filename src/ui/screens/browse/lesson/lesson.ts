import type { Staged } from "../edit/staged.state.ts";
import type { View } from "../list/view.state.ts";

/** The part of the screen's state that tells what the user did. */
export interface LessonScreen {
  readonly mode: { readonly kind: string };
  readonly views: readonly View[];
  readonly staged: Pick<Staged, "rows" | "list">;
}

/** What was done in the shop so far, by its journal. */
export interface LessonFacts {
  /** The newest job whose changes are in the shop. */
  readonly applied: string | undefined;
  readonly undone: boolean;
}

/** A step of a tutorial. */
export interface LessonStep {
  readonly title: string;
  readonly text: string;
  /** Printed before what the step runs below the screen. */
  readonly below?: string;
  /** It needs edits that are staged, which are gone once the screen is closed. */
  readonly needsEdits?: true;
  /** Returns whether the step was done. The last step has none. */
  done?(screen: LessonScreen, facts: LessonFacts): boolean;
}

/** A tutorial, and where the user is in it. */
export interface Lesson {
  readonly steps: readonly LessonStep[];
  readonly at: number;
  readonly facts: LessonFacts;
}
