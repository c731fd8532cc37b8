import { UsageError } from "./errors.ts";
import { displayWidth, sanitiseLine } from "./text.ts";

/** A piece of source text; positions and lengths count UTF-16 code units. */
export interface Span {
  readonly position: number;
  readonly length: number;
}

/**
 * One token. `text` is the source as written; for a `string` it is the content with escapes undone.
 * The last token of every list is `end`, one column after the source.
 */
export interface Token extends Span {
  readonly kind: "word" | "number" | "date" | "string" | "operator" | "punctuation" | "end";
  readonly text: string;
}

/** In filters `-` belongs to words and dates are tokens; in expressions `-` is minus and there are no dates. */
export type Grammar = "filter" | "expression";

type Rule = readonly [kind: Token["kind"] | "space", pattern: RegExp];

const common: readonly Rule[] = [
  ["space", /\s+/y],
  ["string", /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy],
  ["punctuation", /[(),]/y],
];
const rules: Record<Grammar, readonly Rule[]> = {
  filter: [
    ...common,
    ["date", /\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?(?![\p{L}\p{N}_.:+-])/uy],
    ["number", /-?(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\p{N}_.-])/uy],
    ["word", /[\p{L}\p{N}_.-]+/uy],
    ["operator", /[<>!]=?|==?/y],
  ],
  expression: [
    ...common,
    ["number", /(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\p{N}_.])/uy],
    ["word", /\p{L}[\p{L}\p{N}_.]*/uy],
    ["operator", /[-+*/]/y],
  ],
};

/** The tokens of the source from `start` on, ended by an `end` token. UsageError at what is no token. */
export function tokenize(source: string, grammar: Grammar, start = 0): Token[] {
  const tokens: Token[] = [];
  let position = start;
  while (position < source.length) {
    const [kind, raw] = match(source, rules[grammar], position);
    const at = { position, length: raw.length };
    if (kind === "string") tokens.push({ kind, text: unescaped(source, at), ...at });
    else if (kind !== "space") tokens.push({ kind, text: raw, ...at });
    position += raw.length;
  }
  tokens.push({ kind: "end", text: "", position: source.length, length: 1 });
  return tokens;
}

function match(source: string, from: readonly Rule[], position: number): [kind: Rule[0], raw: string] {
  for (const [kind, pattern] of from) {
    pattern.lastIndex = position;
    const raw = pattern.exec(source)?.[0];
    if (raw !== undefined) return [kind, raw];
  }
  const character = String.fromCodePoint(source.codePointAt(position) ?? 0);
  if (character === '"' || character === "'") {
    throw syntaxError(source, { position, length: 1 }, `This text has no closing ${character}`);
  }
  const run = /^[\p{L}\p{N}_.]+/u.exec(source.slice(position))?.[0] ?? character;
  throw syntaxError(source, { position, length: run.length }, `"${run}" is not understood here`);
}

const escapes: Record<string, string> = { n: "\n", t: "\t", '"': '"', "'": "'", "\\": "\\" };

function unescaped(source: string, { position, length }: Span): string {
  const inner = source.slice(position + 1, position + length - 1);
  return inner.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gs,
    (all, hex: string | undefined, letter: string, offset: number) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      const plain = escapes[letter];
      if (plain !== undefined) return plain;
      const at = { position: position + 1 + offset, length: all.length };
      throw syntaxError(
        source,
        at,
        `${all} is not an escape`,
        'In quotes, write \\" \\\\ \\n \\t or \\u and four hex digits.',
      );
    },
  );
}

/** How much of a long source is shown around the bad part, in characters. */
const window = 60;

/**
 * Two lines: the source (made safe for a terminal, cut around the place if it is long) and `^^^` under the
 * bad part. Both are indented by two spaces.
 */
export function caret(source: string, { position, length }: Span): string {
  const from = position > window ? position - window / 2 : 0;
  const to = Math.max(from + window, position + 1);
  const before = (from > 0 ? "…" : "") + sanitiseLine(source.slice(from, position));
  const bad = sanitiseLine(source.slice(position, Math.min(position + length, to)));
  const after = sanitiseLine(source.slice(position + length, to)) + (to < source.length ? "…" : "");
  const marks = "^".repeat(Math.max(1, displayWidth(bad)));
  return `  ${before}${bad}${after}\n  ${" ".repeat(displayWidth(before))}${marks}`;
}

/** The error for a bad place in text that a person wrote: the message, and the two lines of `caret`. */
export function syntaxError(source: string, at: Span, message: string, hint?: string): UsageError {
  return new UsageError(`${message}\n${caret(source, at)}`, hint === undefined ? {} : { hint });
}

/** Walks over the tokens of one source; what every parser of ours needs, and no more. */
export class TokenReader {
  readonly source: string;
  private readonly tokens: readonly Token[];
  private index = 0;

  constructor(source: string, grammar: Grammar, start = 0) {
    this.source = source;
    this.tokens = tokenize(source, grammar, start);
  }

  /** The token that comes next; at the end it is `end`, again and again. */
  get token(): Token {
    return this.tokens[this.index] as Token;
  }

  /** Takes the next token, whatever it is. */
  next(): Token {
    const { token } = this;
    if (token.kind !== "end") this.index += 1;
    return token;
  }

  /** Takes the next token if it is of this kind and one of these texts (any case). */
  take(kind: Token["kind"], ...texts: string[]): Token | undefined {
    const found = this.token.kind === kind && texts.includes(this.token.text.toLowerCase());
    return found ? this.next() : undefined;
  }

  /** Takes the punctuation that must come next. */
  expect(punctuation: string, hint?: string): Token {
    return this.take("punctuation", punctuation) ?? this.fail(this.token, `Expected ${punctuation}`, hint);
  }

  /** Throws the UsageError for a bad place. */
  fail(at: Span, message: string, hint?: string): never {
    throw syntaxError(this.source, at, message, hint);
  }
}
