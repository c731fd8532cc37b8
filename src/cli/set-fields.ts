import type { EventEmitter } from "node:events";
import type { Command } from "commander";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";

/**
 * Gives each `--set name=value` of an update to the flag of that name: `timeZone=Europe/Berlin` to `--time-zone`. Returns the others,
 * which are fields of the input, if the command takes these (`-f`). Throws UsageError for an unknown name or a value that the flag rejects.
 */
export function setFields(command: Command, texts: readonly string[]): string[] {
  const flags = command.options.filter(({ long }) => !otherFlags.has(long ?? ""));
  const takesPaths = command.options.some(({ long }) => long === "--field");
  return texts.filter((text) => {
    const [, name = "", value = ""] = /^\s*([^\s=]+)\s*=\s*(.*)$/s.exec(text) ?? [];
    if (name === "")
      throw new UsageError(`"${text}" changes nothing: expected field=value.`, {
        field: "--set",
        hint: "For example: --set name=Mug",
      });
    const named = flags.filter((option) => option.attributeName() === name);
    const option = named.find(({ negate }) => negate === (value === "false")) ?? named[0];
    if (option === undefined && takesPaths) return true;
    const takesValue = option?.required || option?.optional;
    if (option === undefined || (!takesValue && value !== String(!option.negate)))
      throw option === undefined ? unknownField(name, flags) : notSettable(name, value, named.length > 1);
    (command as Command & EventEmitter).emit(`option:${option.name()}`, takesValue ? value : null);
    return false;
  });
}

function unknownField(name: string, flags: Command["options"]): UsageError {
  const names = [...new Set(flags.map((option) => option.attributeName()))];
  const meant = nearest(name, names);
  const guess = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return new UsageError(`There is no field ${name} to set.${guess}`, {
    field: "--set",
    hint: `Fields: ${names.join(", ")}`,
  });
}

function notSettable(name: string, value: string, canBeFalse: boolean): UsageError {
  const expected = canBeFalse ? "true or false" : "true";
  return new UsageError(`--set ${name}: expected ${expected}, not "${value}".`, { field: "--set" });
}

/** The flags of an update that set no field. */
const otherFlags = new Set([
  ...["--set", "--field", "--json-field", "--input", "--filter", "--all", "--yes", "--dry-run", "--plan-out"],
  ...["--diff", "--expect", "--skip-invalid", "--detach", "--detailed-exitcode", "--interactive"],
]);
