/** One output stream as commands see it. */
export interface Sink {
  /**
   * Writes text and waits while the reader is slow. A reader that went away (EPIPE) is no error:
   * `closed` becomes true and later writes do nothing. Any other failure (disk full) rejects.
   */
  write(text: string): Promise<void>;
  readonly closed: boolean;
  readonly isTTY: boolean;
  /** Whether colour and other SGR codes may be written to this stream. */
  readonly colour: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** The three standard streams. stdout carries the result and nothing else. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream | (NodeJS.ReadableStream & { isTTY?: boolean });
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The process's own streams for Ink, present only when stdin, stdout and stderr are terminals and prompts are allowed. */
  readonly terminal?: { stdin: NodeJS.ReadStream; stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream };
}
