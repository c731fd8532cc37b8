import { UsageError } from "../../kernel/errors.ts";
import { guideContents } from "./contents.ts";
import type { CommandRecord } from "./records.ts";

/** What `till help search` found: what to type to read it, and the text that matches. */
export interface Found {
  command: string;
  text: string;
}

/** What is searched. */
export interface Searched {
  commands: readonly CommandRecord[];
  topics: readonly { name: string; summary: string; text(): string }[];
  /** Settings by name, and what each is about. */
  settings: Readonly<Record<string, { about: string }>>;
  /** Guides as Markdown, by name. */
  guides: Readonly<Record<string, string>>;
  /** The table of contents of the guides. */
  contents: string;
}

/** A page of the help. Each text counts as much as its place: a word in a name is worth more than one in a paragraph. */
interface Page extends Found {
  /** Its own name: `orders refund` is called `refund`. */
  name: string;
  /** The names above it, and the parts of its own. */
  path: string;
  /** A title for people. */
  title: string;
  summary: string;
  headings: string;
  body: string;
}

const weights: readonly (readonly [keyof Page, number])[] = [
  ["name", 10],
  ["title", 8],
  ["path", 5],
  ["summary", 4],
  ["headings", 3],
  ["body", 1],
];

/** What people search for in words that the help does not have in that place, and the page about it. */
const intents: Readonly<Record<string, string>> = {
  "api key": "till help guide sign-in",
  "black friday": "till sale start --help",
  "coupon code": "till coupons create --help",
  cron: "till schedule create --help",
  "decline card": "till sandbox payment --help",
  "hide sold": "till help guide changes",
  "out stock": "till products stock list --help",
  permission: "till help guide sign-in",
  "round price": "till help guide changes",
  "time forward": "till sandbox clock --help",
  "track number": "till orders fulfill --help",
  "tracking number": "till orders fulfill --help",
  translate: "till help guide files",
  "two shop": "till help guide copies",
};

/** Words that are looked for, but need not be there: `how do I sign in`. */
const stopWords = new Set(
  "a an and are as at be by can do does for from how i in is it its me my not of on or that the there this to what when where which who why with you your".split(
    " ",
  ),
);

/**
 * Returns the pages that contain every word, the best first: what is called so comes before what is about it, and that
 * before what mentions it; a page that is known to answer these words is the first. If no page has every word, returns those that have most of them. Flags that several commands
 * have are listed once. Throws UsageError without a word.
 */
export function searchHelp(query: readonly string[], searched: Searched): Found[] {
  const words = tokens(query.join(" "));
  const needed = words.some((word) => !stopWords.has(word))
    ? words.filter((word) => !stopWords.has(word))
    : words;
  if (needed.length === 0) {
    throw new UsageError("What do you want to search for?", {
      hint: "For example: till help search refund. About the command: till data search --help",
    });
  }
  const ranked = [...pagesOf(searched, words)]
    .map((page) => {
      const parts = weights.map(([part, weight]) => [tokens(page[part]), weight] as const);
      const worth = (word: string) =>
        Math.max(0, ...parts.map(([text, weight]) => weight * match(text, word)));
      const matched = needed.filter((word) => worth(word) > 0).length;
      // Words that stand together in a name or title mean more than words of the same page.
      const [, phrase = 0] =
        words.length > 1 ? (parts.find(([text, weight]) => weight > 1 && hasPhrase(text, words)) ?? []) : [];
      const score = words.reduce((sum, word) => sum + worth(word) + phrase, 0);
      return { page, matched, score };
    })
    .sort((a, b) => b.matched - a.matched || b.score - a.score || depth(a.page) - depth(b.page));
  const [, known] =
    Object.entries(intents).find(([key]) => tokens(key).every((word) => words.includes(word))) ?? [];
  const first = ranked.find(({ page }) => page.command === known);
  const best = ranked[0]?.matched ?? 0;
  const found =
    best * 2 <= needed.length && best < needed.length
      ? []
      : ranked.filter((one) => one.matched === best && one !== first);
  return [...(first ? [first] : []), ...found].map(({ page: { command, text } }) => ({ command, text }));
}

/** Returns 1 if a text has a word, less if it only has a longer word with it. */
function match(text: readonly string[], word: string): number {
  if (text.includes(word)) return 1;
  if (text.some((one) => one.startsWith(word))) return 0.8;
  return word.length > 3 && text.some((one) => one.includes(word)) ? 0.5 : 0;
}

const hasPhrase = (text: readonly string[], words: readonly string[]) =>
  text.some((_, index) => words.every((word, offset) => text[index + offset] === word));

const depth = ({ command }: Page) => command.split(" ").length;

/** Returns the words of a text in lower case and singular: `timeZone` has two. */
function tokens(text: string): string[] {
  return text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.replace(/(?<=\w{2})(?<!s)s$/, ""));
}

function* pagesOf(
  { commands, topics, settings, guides, contents }: Searched,
  words: readonly string[],
): Generator<Page> {
  const abouts = new Map(
    guideContents(contents).flatMap((part) => part.guides.map((guide) => [guide.name, guide.about] as const)),
  );
  const all = commands.flatMap(withGroups);
  // A name of several words is called by all of them: `gift-cards`, but not `back-in-stock` by `stock`.
  const isCalled = (name: string) => tokens(name).every((word) => words.includes(word));
  for (const { path, summary, commands: below, arguments: args = [], notes = "" } of all) {
    const names = path.split(" ").slice(1);
    const name = names.at(-1) ?? "";
    yield {
      command: `${path} --help`,
      text: summary,
      name: isCalled(name) ? name : "",
      path: names.filter(isCalled).join(" "),
      title: "",
      // A group stands behind its commands, unless it is called so.
      summary: below === undefined ? summary : "",
      headings: [...names, ...args.map(({ summary }) => summary)].join(" "),
      body: notes,
    };
  }
  yield* flagPages(all);
  for (const { name, summary, text } of topics) {
    const isDocument = text().startsWith("{");
    yield {
      command: `till help ${name}`,
      text: summary,
      name,
      path: "",
      title: summary,
      summary: "",
      headings: "",
      body: isDocument ? "" : text(),
    };
  }
  for (const [name, { about }] of Object.entries(settings)) {
    yield {
      command: "till config set --help",
      text: `${name}: ${about}`,
      name: "",
      path: "",
      title: name,
      summary: "",
      headings: about,
      body: "",
    };
  }
  for (const [name, text] of Object.entries(guides)) {
    const title = titleOf(text);
    yield {
      command: `till help guide ${name}`,
      text: `${title}: ${lineWith(text, words)}`,
      name: "",
      path: "",
      title: `${name} ${title}`,
      summary: abouts.get(name) ?? "",
      headings: (text.match(/^##+ .+$/gm) ?? []).join(" "),
      body: text,
    };
  }
}

/** Yields a page for each flag text, with the command that has it, or the first of several. */
function* flagPages(records: readonly CommandRecord[]): Generator<Page> {
  const owners = Map.groupBy(
    records.flatMap(({ path, flags = [] }) => flags.map((flag) => ({ path, flag }))),
    ({ flag }) => `${flag.name}: ${flag.summary}`,
  );
  for (const [text, [first, ...others]] of owners) {
    if (first === undefined) continue;
    const count = others.length === 0 ? "" : ` (${others.length + 1} commands)`;
    yield {
      command: `${first.path} --help`,
      text: `${text}${count}`,
      name: "",
      path: "",
      title: "",
      summary: "",
      headings: first.flag.name,
      body: others.length === 0 ? `${first.path} ${text}` : text,
    };
  }
}

/** Returns a command, or a group with everything below it. */
function withGroups(record: CommandRecord): CommandRecord[] {
  return [record, ...(record.commands?.flatMap(withGroups) ?? [])];
}

/** Returns the first heading of a guide. */
function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? "";
}

/** Returns the words around the first place of the line that contains most of the words, without Markdown. */
function lineWith(text: string, words: readonly string[]): string {
  const count = (line: string) => words.filter((word) => line.toLowerCase().includes(word)).length;
  const lines = text.split("\n").slice(1);
  const best = lines.reduce((a, b) => (count(b) > count(a) ? b : a), "");
  const line = best
    .replace(/^[\s#|>*-]+/, "")
    .replace(/\]\([^)]*\)/g, "")
    .replaceAll("[", "")
    .trim();
  const at = Math.max(
    0,
    Math.min(...words.map((word) => line.toLowerCase().indexOf(word)).filter((one) => one >= 0)),
  );
  const start = at < 24 ? 0 : line.indexOf(" ", at - 24) + 1;
  return `${start > 0 ? "…" : ""}${line.slice(start)}`;
}
