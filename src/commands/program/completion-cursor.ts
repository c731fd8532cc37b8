import {
  type Flag,
  flagForm,
  type Group,
  type LazyGroup,
  type Placeholder,
  placeholder,
  type Verb,
} from "../../cli/command.ts";
import {
  commandsInside,
  findByName,
  type OpenCommand,
  openCommand,
  openInside,
} from "../../cli/find-command.ts";
import { flagsOf, globalFlags } from "../../cli/flags.ts";
import type { Candidate } from "./completion-values.ts";

/** What can be completed at the end of a command line. */
export interface CursorContext {
  /** The part of the word that is already typed. */
  word: string;
  /** Text to print before every candidate: `--output=`. */
  prefix: string;
  /** The candidates known from the command declarations. */
  candidates: readonly Candidate[];
  /** The kind of value to load instead: `product`, `job`, `file`. */
  kind?: string | undefined;
  /** The flag that takes the value. */
  flag?: string;
  /** The command. */
  verb?: string;
  /** The values of --profile and --as on the line. */
  profile?: string;
  as?: string;
}

/** A flag or an argument that takes a value. */
interface ValueSlot {
  flag?: string;
  choices: readonly string[];
  value: Placeholder;
}

interface KnownFlag {
  long: string;
  short?: string;
  about: string;
  slot?: ValueSlot;
}

/** The parsed words before the cursor. */
interface ParsedWords {
  /** The command or group; undefined at the root. */
  node?: Group | Verb;
  open?: OpenCommand;
  flags: readonly KnownFlag[];
  /** The flag whose value comes next. */
  pendingSlot?: ValueSlot;
  argumentCount: number;
  /** True after `--`. */
  onlyArguments: boolean;
  flagValues: Map<string, string>;
}

const helpFlag: Flag = { flags: "--help", describe: "Show help for this command" };
const helpCommand = { name: "help", summary: "Show help for a command or topic" };

/** Parses a command line whose last word is at the cursor. Loads only the group it names. */
export async function parseCursor(
  line: readonly string[],
  groups: readonly LazyGroup[],
): Promise<CursorContext> {
  const { words, split } = joinAssignments(line);
  const word = words.pop() ?? "";
  const isHelp = words[0] === "help";
  const parsed = await parseWords(isHelp ? words.slice(1) : words, groups);
  if (parsed === undefined) return { word, prefix: "", candidates: [] };
  const [profile, as] = [parsed.flagValues.get("--profile"), parsed.flagValues.get("--as")];
  const found = isHelp
    ? commandContext(word, parsed, [...groups, ...(await import("../../cli/help/topics.ts")).topics])
    : await withFields(valueContext(word, split, parsed, groups), parsed.node);
  const verb = parsed.node?.name;
  return { ...found, verb: verb || found.verb, profile: profile || found.profile, as: as || found.as };
}

/** Adds the field names of the command's resource if the value names a field. */
async function withFields(cursor: CursorContext, node: Group | Verb | undefined): Promise<CursorContext> {
  const { flag, word } = cursor;
  if (flag === undefined || node === undefined || !("resource" in node) || !("load" in node)) return cursor;
  const resource = await node.resource?.();
  if (resource === undefined) return cursor;
  const { completeFields } = await import("./completion-values.ts");
  const { prefix, names } = completeFields(resource, flag, word);
  if (names.length === 0) return cursor;
  return {
    ...cursor,
    word: word.slice(prefix.length),
    prefix: `${cursor.prefix}${prefix}`,
    candidates: names.map((value) => ({ value, about: "" })),
    kind: undefined,
  };
}

/** Joins `--output`, `=` and `js`, which bash passes as three words. `split` is true if the last word was joined. */
function joinAssignments(line: readonly string[]): { words: string[]; split: boolean } {
  const words: string[] = [];
  let split = false;
  for (const [index, word] of line.entries()) {
    const isAssignment = word === "=" && /^--[\w-]+$/.test(words.at(-1) ?? "");
    split = isAssignment || (split && line[index - 1] === "=");
    if (split) words.push(`${words.pop()}${word}`);
    else words.push(word);
  }
  return { words, split };
}

async function parseWords(
  args: readonly string[],
  groups: readonly LazyGroup[],
): Promise<ParsedWords | undefined> {
  const parsed: ParsedWords = {
    flags: [...globalFlags, helpFlag].map(knownFlag),
    argumentCount: 0,
    onlyArguments: false,
    flagValues: new Map(),
  };
  for (const word of args) {
    const { node, pendingSlot, flagValues } = parsed;
    if (pendingSlot && acceptsValue(pendingSlot, word)) {
      flagValues.set(pendingSlot.flag ?? "", word);
      if (!pendingSlot.value.many) delete parsed.pendingSlot;
    } else if (word === "--") parsed.onlyArguments = true;
    else if (isFlag(word) && !parsed.onlyArguments) parseFlag(word, parsed);
    else if (node === undefined || "verbs" in node) {
      const first = node === undefined ? findByName(groups, word) : undefined;
      const next = parsed.open ? await openInside(parsed.open, word) : first && (await openCommand(first));
      if (next === undefined) return undefined;
      parsed.open = next;
      parsed.node = next.node;
      if (!("verbs" in next.node)) parsed.flags = [...flagsOf(next.node).map(knownFlag), ...parsed.flags];
    } else parsed.argumentCount += 1;
  }
  return parsed;
}

function parseFlag(word: string, parsed: ParsedWords): void {
  const [name = "", value] = word.split(/=(.*)/s);
  const flag = parsed.flags.find(({ long, short }) => long === name || short === name);
  parsed.flagValues.set(flag?.long ?? name, value ?? "");
  delete parsed.pendingSlot;
  if (value === undefined && flag?.slot?.value.required) parsed.pendingSlot = flag.slot;
}

function isFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

/** Returns whether a word is a value of the slot; the next flag ends a flag with many values. */
function acceptsValue({ value }: ValueSlot, word: string): boolean {
  return !(value.many && isFlag(word));
}

function valueContext(
  word: string,
  split: boolean,
  parsed: ParsedWords,
  groups: readonly LazyGroup[],
): CursorContext {
  const { node, flags, pendingSlot, argumentCount, onlyArguments, flagValues } = parsed;
  if (pendingSlot && acceptsValue(pendingSlot, word)) return slotContext(pendingSlot, word);
  if (word.startsWith("-") && !onlyArguments) {
    const [name, value] = word.split(/=(.*)/s);
    if (value === undefined) {
      const left = flags.filter(({ long, slot }) => slot?.value.many || !flagValues.has(long));
      return { word, prefix: "", candidates: left.map(({ long, about }) => ({ value: long, about })) };
    }
    const slot = flags.find(({ long }) => long === name)?.slot;
    if (slot) return slotContext(slot, value, split ? "" : `${name}=`);
  }
  if (node === undefined || "verbs" in node) return commandContext(word, parsed, [...groups, helpCommand]);
  const slots = (node.args ?? []).map(({ name, choices = [] }) => ({ choices, value: placeholder(name) }));
  const slot = slots[argumentCount] ?? slots.findLast(({ value }) => value.many);
  return slot ? slotContext(slot, word) : { word, prefix: "", candidates: [] };
}

function commandContext(
  word: string,
  { node, open }: ParsedWords,
  root: readonly { name: string; summary: string }[],
): CursorContext {
  const commands = node === undefined ? root : open ? commandsInside(open) : [];
  return {
    word,
    prefix: "",
    candidates: commands.map(({ name, summary }) => ({ value: name, about: summary })),
  };
}

function slotContext({ flag, choices, value }: ValueSlot, word: string, prefix = ""): CursorContext {
  if (choices.length > 0)
    return { word, prefix, candidates: choices.map((choice) => ({ value: choice, about: "" })) };
  return {
    word,
    prefix,
    candidates: [],
    flag: flag || undefined,
    kind: flag === "--profile" ? "profile" : value.name.replace(/s$/, ""),
  };
}

function knownFlag(flag: Flag): KnownFlag {
  const { long, short, value } = flagForm(flag);
  return {
    long,
    short: short || undefined,
    about: flag.describe,
    slot: value ? { flag: long, choices: flag.choices ?? [], value } : undefined,
  };
}
