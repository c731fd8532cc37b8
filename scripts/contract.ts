import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { type ContractFile, changesFrom, type Exceptions, routesOf } from "./contract-reference.ts";
import { readSdk } from "./contract-sdk.ts";
import { contractTypes } from "./contract-types.ts";
import { formatJson } from "./format-json.ts";
import { formatFacts, type ReferenceFacts, readFacts, referenceOf } from "./platform-reference.ts";
import { coverageText, functionChanges, type MissingCalls } from "./sdk-functions.ts";

const folder = new URL("../src/api/contract/", import.meta.url);

/** The functions of the SDK for which the sandbox answers 501. */
const missingFile = new URL("../src/sandbox/server/missing-calls.json", import.meta.url);

const factsFile = new URL("../tests/support/reference.json", import.meta.url);

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

/** Returns what the reference says of the calls of the contract, as it was when the contract last followed it. */
export const referenceFacts = (): ReferenceFacts =>
  JSON.parse(readFileSync(factsFile, "utf8")) as ReferenceFacts;

function writeTypes(files: Readonly<Record<string, ContractFile>>): void {
  for (const [name, text] of Object.entries(contractTypes(files))) writeFileSync(new URL(name, folder), text);
}

/** Writes the files of the contract, and the types of all domains. */
export function writeContract(files: Readonly<Record<string, ContractFile>>): void {
  for (const [name, file] of Object.entries(files))
    writeFileSync(new URL(`${name}.json`, folder), `${formatJson(file)}\n`);
  writeTypes(files);
}

const usage = `Usage: node scripts/contract.ts types
       node scripts/contract.ts compare [folder of the reference]
       node scripts/contract.ts update <folder of the reference>
       node scripts/contract.ts compare --sdk <folder with the packages of the SDK>
       node scripts/contract.ts update --sdk <folder with the packages of the SDK>
`;

function main(args: string[]): void {
  const { positionals, values } = parseArgs({
    args,
    options: { sdk: { type: "string" } },
    allowPositionals: true,
  });
  const [command, folder] = positionals;
  const files = contractFiles();
  if (command === "types") {
    writeTypes(files);
    return;
  }
  const isSource = folder !== undefined || values.sdk !== undefined;
  if (command !== "compare" && (command !== "update" || !isSource)) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  const sdk = values.sdk === undefined ? undefined : readSdk(values.sdk);
  const facts = folder === undefined ? referenceFacts() : readFacts(folder, routesOf(files));
  const missing = JSON.parse(readFileSync(missingFile, "utf8")) as MissingCalls;
  const changes = changesFrom(sdk?.reference ?? referenceOf(facts), files, exceptions());
  if (sdk) {
    changes.push(...functionChanges(sdk.functions, files, missing));
    process.stdout.write(coverageText(sdk.functions, missing));
    process.stdout.write(`${Object.keys(sdk.reference.calls).length} calls have types.\n`);
  }
  for (const { at, what } of changes) process.stdout.write(`${at}: ${what}\n`);
  process.stdout.write(`${changes.length} differences.\n`);
  if (command === "compare") {
    process.exitCode = changes.length > 0 ? 1 : 0;
    return;
  }
  for (const { apply } of changes) apply();
  writeContract(files);
  writeFileSync(missingFile, `${formatJson(missing)}\n`);
  writeFileSync(factsFile, formatFacts(facts));
}

if (import.meta.main) main(process.argv.slice(2));
