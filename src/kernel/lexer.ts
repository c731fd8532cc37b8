import { UsageError } from "./errors.ts";
import { displayWidth, sanitizeLine } from "./text.ts";

/** A range of the source. Positions and lengths are in UTF-16 code units. */
export interface Span {
  readonly position: number;
  readonly length: number;
}

/**
 * One token. `text` is the source; for a `string`, the content without escapes. The last token is always `end`, one column
 * after the source.
 */
export interface Token extends Span {
  readonly kind: "word" | "number" | "date" | "string" | "regex" | "operator" | "punctuation" | "end";
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
    ["date", /\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?(?![\p{L}\p{M}\p{N}_.:+-])/uy],
    // As people write it. With dots it is a word.
    ["date", /\d{1,4}\/\d{1,2}\/\d{1,4}(?![\p{L}\p{M}\p{N}_.:+/-])/uy],
    ["number", /-?(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\p{M}\p{N}_.-])/uy],
    ["word", /[\p{L}\p{M}\p{N}_.-]+/uy],
    ["operator", /[<>!]=?|==?/y],
  ],
  expression: [
    ...common,
    ["number", /(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\p{M}\p{N}_.])/uy],
    ["word", /\p{L}[\p{L}\p{M}\p{N}_.]*/uy],
    ["operator", /[<>!]=?|==?|[-+*/]/y],
  ],
};

/** A regular expression with its flags. Only an argument can be one: elsewhere, a slash divides. */
const regex: Rule = ["regex", /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y];

/** Returns the tokens of the source from `start` on, with a final `end` token. Throws UsageError for invalid text. */
export function tokenize(source: string, grammar: Grammar, start = 0): Token[] {
  const tokens: Token[] = [];
  let position = start;
  while (position < source.length) {
    const { kind: last, text = "" } = tokens.at(-1) ?? {};
    const isArgument = grammar === "expression" && last === "punctuation" && text !== ")";
    const [kind, raw] = match(source, isArgument ? [regex, ...rules[grammar]] : rules[grammar], position);
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
    throw syntaxError(source, { position, length: 1 }, `Missing closing ${character}`);
  }
  const run = /^[\p{L}\p{M}\p{N}_.]+/u.exec(source.slice(position))?.[0] ?? character;
  const hint = /[“”„‟‘’‚‛«»]/.test(character) ? "Use straight quotes: \"Acme\" or 'Acme'" : undefined;
  throw syntaxError(
    source,
    { position, length: run.length },
    `Unexpected ${character === run && hint ? run : `"${run}"`}`,
    hint,
  );
}

const escapes: Record<string, string> = { n: "\n", t: "\t", '"': '"', "'": "'", "\\": "\\" };

/** Returns the content of a quoted text without escapes. Throws UsageError for an escape that does not exist. */
export function unescaped(source: string, { position, length }: Span): string {
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
        `${all} is not an escape sequence`,
        'In quotes, write \\" \\\\ \\n \\t or \\u and four hex digits.',
      );
    },
  );
}

/** The context shown around an error in a long source, in characters. */
const window = 60;

/**
 * Returns two lines, indented by two spaces: the sanitized source (shortened if it is long) and `^^^` under the error.
 */
export function caret(source: string, { position, length }: Span): string {
  const from = position > window ? position - window / 2 : 0;
  const to = Math.max(from + window, position + 1);
  const before = (from > 0 ? "…" : "") + sanitizeLine(source.slice(from, position));
  const bad = sanitizeLine(source.slice(position, Math.min(position + length, to)));
  const after = sanitizeLine(source.slice(position + length, to)) + (to < source.length ? "…" : "");
  const marks = "^".repeat(Math.max(1, displayWidth(bad)));
  return `  ${before}${bad}${after}\n  ${" ".repeat(displayWidth(before))}${marks}`;
}

/** Returns the error for a syntax error in user input: the message and the two lines of `caret`. */
export function syntaxError(source: string, at: Span, message: string, hint?: string): UsageError {
  return new UsageError(`${message}\n${caret(source, at)}`, hint === undefined ? {} : { hint });
}

/** Reads the tokens of one source, for all parsers. */
export class TokenReader {
  readonly source: string;
  private readonly tokens: readonly Token[];
  private index = 0;

  constructor(source: string, grammar: Grammar, start = 0) {
    this.source = source;
    this.tokens = tokenize(source, grammar, start);
  }

  /** The next token; always `end` at the end. */
  get token(): Token {
    return this.tokens[this.index] as Token;
  }

  /** Consumes the next token. */
  next(): Token {
    const { token } = this;
    if (token.kind !== "end") this.index += 1;
    return token;
  }

  /** Consumes the next token if it has this kind and one of these texts (ignoring case). */
  take(kind: Token["kind"], ...texts: string[]): Token | undefined {
    const found = this.token.kind === kind && texts.includes(this.token.text.toLowerCase());
    return found ? this.next() : undefined;
  }

  /** Consumes the required punctuation. */
  expect(punctuation: string, hint?: string): Token {
    return this.take("punctuation", punctuation) ?? this.fail(this.token, `Expected ${punctuation}`, hint);
  }

  /** Throws the UsageError for a syntax error. */
  fail(at: Span, message: string, hint?: string): never {
    throw syntaxError(this.source, at, message, hint);
  }
}
