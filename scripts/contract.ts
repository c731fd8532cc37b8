import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import {
  type ContractFile,
  changesFrom,
  type Exceptions,
  factsOf,
  readReference,
} from "./contract-reference.ts";
import { contractTypes } from "./contract-types.ts";
import { formatJson } from "./format-json.ts";

const folder = new URL("../src/api/contract/", import.meta.url);

const boundsFile = new URL("../tests/support/contract-bounds.json", import.meta.url);

/** Returns the files of the contract by the names of their domains. */
export function contractFiles(): Record<string, ContractFile> {
  return Object.fromEntries(
    globSync("*.json", { cwd: folder })
      .filter((file) => file !== "exceptions.json")
      .sort()
      .map((file) => [basename(file, ".json"), JSON.parse(readFileSync(new URL(file, folder), "utf8"))]),
  );
}

/** Returns where the contract stays as it is although the reference differs, with the reasons. */
export const exceptions = (): Exceptions =>
  JSON.parse(readFileSync(new URL("exceptions.json", folder), "utf8")) as Exceptions;

/**
 * Writes the types of all domains, and the bounds for the tests: a bound that is changed by hand fails one, unless it is an
 * exception.
 */
function writeDerived(files: Readonly<Record<string, ContractFile>>): void {
  writeFileSync(boundsFile, `${formatJson(factsOf(files))}\n`);
  for (const [name, text] of Object.entries(contractTypes(files))) writeFileSync(new URL(name, folder), text);
}

/** Writes the files of the contract, and what is derived from them. */
export function writeContract(files: Readonly<Record<string, ContractFile>>): void {
  for (const [name, file] of Object.entries(files))
    writeFileSync(new URL(`${name}.json`, folder), `${formatJson(file)}\n`);
  writeDerived(files);
}

const usage = `Usage: node scripts/contract.ts types
       node scripts/contract.ts compare <folder of the reference>
       node scripts/contract.ts update <folder of the reference>
`;

async function main([command, reference]: string[]): Promise<void> {
  const files = contractFiles();
  if (command === "types") return writeDerived(files);
  if (reference === undefined || (command !== "compare" && command !== "update")) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  const changes = changesFrom(readReference(reference), files, exceptions());
  for (const { at, what } of changes) process.stdout.write(`${at}: ${what}\n`);
  process.stdout.write(`${changes.length} differences.\n`);
  if (command === "compare") {
    process.exitCode = changes.length > 0 ? 1 : 0;
    return;
  }
  for (const { apply } of changes) apply();
  writeContract(files);
}

if (import.meta.main) await main(process.argv.slice(2));
