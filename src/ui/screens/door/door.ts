/** What a scan showed. Only `in` lets a guest in; `refused` is what the platform said afterwards. */
export type Verdict =
  | "in"
  | "undone"
  | "already"
  | "canceled"
  | "invalid"
  | "elsewhere"
  | "missing"
  | "refused";

/** A scan and what came of it. Texts are not yet sanitised. */
export interface Scan {
  /** Identifies check-ins and their undos; absent for tickets that were not let in. */
  readonly id?: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly verdict: Verdict;
  /** The ticket number, or what was scanned. */
  readonly number: string;
  readonly guest: string;
  /** The name of the ticket definition. */
  readonly type: string;
  /** When the ticket was checked in before, or why it was refused. */
  readonly detail: string;
  /** Whether the platform knows it: not for tickets that were not let in. */
  readonly sent?: "no" | "unsure" | "yes";
}

/** A ticket whose guest, order or number matches what was typed. */
export interface Match {
  readonly number: string;
  readonly guest: string;
  readonly type: string;
  readonly order: string;
  readonly isIn: boolean;
}

/** The state of the door, apart from what is typed. */
export interface DoorFacts {
  /** The tickets that are checked in, and all that are valid. */
  readonly inside: number;
  readonly all: number;
  /** The tickets that were checked in at this door. */
  readonly here: number;
  /** The check-ins and undos that the platform does not know yet. */
  readonly waiting: number;
  /** The last check-ins and undos, the newest first. */
  readonly scans: readonly Scan[];
  /** What the platform refused after guests were let in. */
  readonly conflicts: readonly Scan[];
  /** When the tickets were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** A door: scans are answered and stored at once, and sent when the network allows it. */
export interface Door {
  facts(): DoorFacts;
  /** Checks a ticket in by scanned code or number. Returns undefined if the ticket is not known. */
  scan(text: string): Scan | undefined;
  /** Returns whether a text is the number of a ticket or the code of one. */
  isCode(text: string): boolean;
  /** Looks for a ticket that is not known on the platform, and checks it in. */
  lookUp(text: string, signal: AbortSignal): Promise<Scan>;
  find(text: string): Match[];
  /** Undoes the last check-in. Returns undefined if there is none. */
  undo(): Scan | undefined;
  /** Sends what is waiting. Rejects if the platform cannot be reached. */
  sync(signal: AbortSignal): Promise<void>;
  /** Reads all tickets of the event. */
  read(signal: AbortSignal): Promise<void>;
  /** Reads the tickets again if other devices have checked some in or new ones were sold. */
  refresh(signal: AbortSignal): Promise<void>;
}
