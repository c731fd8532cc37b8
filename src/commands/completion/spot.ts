import type { Flag, Group, LazyGroup, Verb } from "../../cli/command.ts";
import { findByName } from "../../cli/find-command.ts";
import { globalFlags } from "../../cli/flags.ts";
import { flagForm, type Placeholder, placeholder } from "../../cli/notation.ts";

/** Something that can stand at the cursor, and what it is. */
export interface Candidate {
  value: string;
  about: string;
}

/** Where the cursor is on a command line. */
export interface Spot {
  /** What stands there already. */
  word: string;
  /** Stands before every candidate: `--output=`. */
  prefix: string;
  /** What the declarations know of it. */
  candidates: readonly Candidate[];
  /** Otherwise, what a placeholder says can stand there: `product`, `job`, `file`. */
  kind?: string;
  /** The command that it is for. */
  verb?: string;
  /** The profile and the identity that the line names. */
  profile?: string;
  as?: string;
}

/** A place where a value is due: of a flag, or an argument. */
interface Slot {
  flag?: string;
  choices: readonly string[];
  value: Placeholder;
}

interface KnownFlag {
  long: string;
  short?: string;
  about: string;
  slot?: Slot;
}

/** What the words before the cursor come to. */
interface Passed {
  /** The command or group that was named; undefined at the root. */
  node?: Group | Verb;
  flags: readonly KnownFlag[];
  /** The flag whose value is due. */
  due?: Slot;
  /** How many arguments stand there already. */
  place: number;
  /** After `--`. */
  onlyArguments: boolean;
  /** The values of the flags that were given. */
  given: Map<string, string>;
}

const helpFlag: Flag = { flags: "--help", describe: "help for this command" };
const helpCommand = { name: "help", summary: "help for a command or topic" };

/** Follows the words of a line (the last one is at the cursor) through the declarations. Loads only the group that is named. */
export async function spotAt(line: readonly string[], groups: readonly LazyGroup[]): Promise<Spot> {
  const { words, split } = joinAssignments(line);
  const word = words.pop() ?? "";
  const helping = words[0] === "help";
  const passed = await pass(helping ? words.slice(1) : words, groups);
  if (passed === undefined) return { word, prefix: "", candidates: [] };
  const [profile, as] = [passed.given.get("--profile"), passed.given.get("--as")];
  const found = helping
    ? commandsAt(word, passed, [...groups, ...(await import("../../cli/help/topics.ts")).topics])
    : valuesAt(word, split, passed, groups);
  const verb = passed.node?.name;
  return { ...found, ...(verb && { verb }), ...(profile && { profile }), ...(as && { as }) };
}

/** bash hands `--output=js` over as three words; `split` says that it did so with the last one. */
function joinAssignments(line: readonly string[]): { words: string[]; split: boolean } {
  const words: string[] = [];
  let split = false;
  for (const [index, word] of line.entries()) {
    const sign = word === "=" && /^--[\w-]+$/.test(words.at(-1) ?? "");
    split = sign || (split && line[index - 1] === "=");
    if (split) words.push(`${words.pop()}${word}`);
    else words.push(word);
  }
  return { words, split };
}

async function pass(words: readonly string[], groups: readonly LazyGroup[]): Promise<Passed | undefined> {
  const passed: Passed = {
    flags: [...globalFlags, helpFlag].map(knownFlag),
    place: 0,
    onlyArguments: false,
    given: new Map(),
  };
  for (const word of words) {
    const { node, due, given } = passed;
    if (due && takes(due, word)) {
      given.set(due.flag ?? "", word);
      if (!due.value.many) delete passed.due;
    } else if (word === "--") passed.onlyArguments = true;
    else if (isFlag(word) && !passed.onlyArguments) passFlag(word, passed);
    else if (node === undefined || "verbs" in node) {
      const next = node ? findByName<Group | Verb>(node.verbs, word) : await findByName(groups, word)?.load();
      if (next === undefined) return undefined;
      passed.node = next;
      if (!("verbs" in next)) passed.flags = [...(next.flags ?? []).map(knownFlag), ...passed.flags];
    } else passed.place += 1;
  }
  return passed;
}

function passFlag(word: string, passed: Passed): void {
  const [name = "", value] = word.split(/=(.*)/s);
  const flag = passed.flags.find(({ long, short }) => long === name || short === name);
  passed.given.set(flag?.long ?? name, value ?? "");
  delete passed.due;
  if (value === undefined && flag?.slot?.value.required) passed.due = flag.slot;
}

function isFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

/** A flag with many values ends where the next flag begins. */
function takes({ value }: Slot, word: string): boolean {
  return !(value.many && isFlag(word));
}

function valuesAt(word: string, split: boolean, passed: Passed, groups: readonly LazyGroup[]): Spot {
  const { node, flags, due, place, onlyArguments, given } = passed;
  if (due && takes(due, word)) return slotSpot(due, word);
  if (word.startsWith("-") && !onlyArguments) {
    const [name, value] = word.split(/=(.*)/s);
    if (value === undefined) {
      const left = flags.filter(({ long, slot }) => slot?.value.many || !given.has(long));
      return { word, prefix: "", candidates: left.map(({ long, about }) => ({ value: long, about })) };
    }
    const slot = flags.find(({ long }) => long === name)?.slot;
    if (slot) return slotSpot(slot, value, split ? "" : `${name}=`);
  }
  if (node === undefined || "verbs" in node) return commandsAt(word, passed, [...groups, helpCommand]);
  const slots = (node.args ?? []).map(({ name, choices = [] }) => ({ choices, value: placeholder(name) }));
  const slot = slots[place] ?? slots.findLast(({ value }) => value.many);
  return slot ? slotSpot(slot, word) : { word, prefix: "", candidates: [] };
}

function commandsAt(
  word: string,
  { node }: Passed,
  root: readonly { name: string; summary: string }[],
): Spot {
  const commands = node === undefined ? root : "verbs" in node ? node.verbs : [];
  return {
    word,
    prefix: "",
    candidates: commands.map(({ name, summary }) => ({ value: name, about: summary })),
  };
}

function slotSpot({ flag, choices, value }: Slot, word: string, prefix = ""): Spot {
  if (choices.length > 0)
    return { word, prefix, candidates: choices.map((choice) => ({ value: choice, about: "" })) };
  return {
    word,
    prefix,
    candidates: [],
    kind: flag === "--profile" ? "profile" : value.name.replace(/s$/, ""),
  };
}

function knownFlag(flag: Flag): KnownFlag {
  const { long, short, value } = flagForm(flag);
  return {
    long,
    ...(short && { short }),
    about: flag.describe,
    ...(value && { slot: { flag: long, choices: flag.choices ?? [], value } }),
  };
}
