/** What the screen is given to browse: everything it knows comes through these functions, as texts. */
export interface BrowseResource {
  /** The command it belongs to: `products`. */
  readonly name: string;
  readonly singular: string;
  readonly title: string;
  readonly columns: readonly BrowseColumn[];
  /** Other resources whose rows belong to one row of this. */
  readonly relations: readonly { readonly resource: string; readonly title: string }[];
  readonly changes: BrowseChanges | undefined;
  readonly actions: readonly BrowseAction[];
  /** Lines below the list, such as the totals of a cart. */
  readonly totals: (() => Promise<readonly string[]>) | undefined;
  /** How the first one comes to be, said where there is none. */
  readonly emptyHint?: string | undefined;
  /** Opens a list; throws what is wrong with the filter. */
  open(query: Query): RowParts;
  detail(id: string): Promise<Detail>;
  listCommand(query: Query): string;
  getCommand(reference: string): string;
  /** Words behind `till` as a line for a shell that works on the same shop. */
  commandLine(words: readonly string[]): string;
}

/** How rows can be changed, and the command lines that do the same. */
export interface BrowseChanges {
  readonly fields: readonly {
    readonly name: string;
    readonly type: "boolean" | "money" | "number" | "text";
  }[];
  /** Throws what is wrong with a `--set`. */
  check(set: string): void;
  commands(edit: StagedEdit): string[];
}

/** Something to do from here: a command line. */
export interface BrowseAction {
  /** Its letter in the list of actions, and what it does, as a verb. */
  readonly key: string;
  readonly name: string;
  readonly help: string;
  /** What it takes: one row, as many as are marked, or none. */
  readonly target: "row" | "rows" | "list";
  /** What is asked before, one line each. */
  readonly questions?: readonly Question[];
  /** Why rows do not go into one command, as a sentence. */
  conflict?(references: readonly string[]): string | undefined;
  /** What it prints is to be read: Enter comes back. */
  readonly showsOutput?: true;
  /** The words after `till`. */
  args(references: readonly string[], answers: readonly string[]): readonly string[];
}

/** A line that is asked for. */
export interface Question {
  readonly title: string;
  /** What it takes, said while it is empty. */
  readonly hint?: string;
  /** It cannot be left empty. */
  readonly required?: true;
}

export interface BrowseColumn {
  readonly title: string;
  readonly align: "left" | "right";
  readonly min?: number | undefined;
  /** Its name in `--sort`, where it can be sorted by. */
  readonly sort?: string | undefined;
  /** Its name in `--set`, where it can be changed. */
  readonly set?: string | undefined;
}

/** What a list shows: a filter in the language of `--filter`, a word in the name, an order as `--sort` takes it. */
export interface Query {
  readonly filter?: string | undefined;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
}

/** A list that is read part by part. */
export interface RowParts {
  /** The rows from the place `from` on, at most `count`; `total` where it is known. */
  read(from: number, count: number): Promise<{ rows: BrowseRow[]; total: number | undefined }>;
  /** Whether a part can be read again by itself. */
  readonly random: boolean;
  close(): void;
}

/** A row: a text for every column, which may be anything. */
export interface BrowseRow {
  readonly id: string;
  readonly label: string;
  readonly cells: readonly string[];
  readonly reference: string;
  /** Why each action cannot be done with it, in their order; absent where all can. */
  readonly unavailable?: readonly (string | undefined)[];
}

/** Everything about one row. */
export interface Detail {
  readonly id: string;
  readonly label: string;
  readonly lines: readonly { readonly label: string; readonly text: string }[];
  /** For each related resource the filter that finds its rows; undefined where there are none. */
  readonly related: readonly (string | undefined)[];
  readonly address: string | undefined;
  /** The address of its picture. */
  readonly picture: string | undefined;
  /** What its QR code says. */
  readonly code: string | undefined;
  /** What happened to it, the newest first. */
  readonly history: readonly { readonly when: string; readonly text: string }[];
}

/** A row as it is named by an edit or by what is done with it. */
export type EditRow = Pick<BrowseRow, "id" | "label" | "reference" | "unavailable">;

/** A change that is staged: `--set` texts for some rows, or for all that a query finds. */
export interface StagedEdit {
  readonly resource: string;
  readonly sets: readonly string[];
  readonly rows: readonly EditRow[] | Pick<Query, "filter" | "search">;
  /** How many rows it is about, where that is known. */
  readonly count: number | undefined;
}
