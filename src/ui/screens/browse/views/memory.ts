/** What is remembered of a list: headings of its columns, their widths by heading, filter and sort order. */
export interface Remembered {
  readonly columns?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  readonly filter?: string;
  readonly sort?: string;
}

/** What is remembered of all lists, by their names. */
export type Memory = Readonly<Record<string, Remembered>>;
