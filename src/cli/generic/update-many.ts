import { type Endpoint, valueAt } from "../../api/endpoint.ts";
import { fillField } from "../../api/input-fields.ts";
import { isTime, type Schema } from "../../api/schema.ts";
import { schemaBelow, schemaKind, shapeOf } from "../../api/schema-fields.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import { violations, violationText } from "../../api/violations.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { type Change, parseChanges } from "../../bulk/language/change.ts";
import {
  EvaluationError,
  type FieldSpec,
  isNumber,
  type Value,
  type Values,
} from "../../bulk/language/values.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { UsageError } from "../../kernel/errors.ts";
import { isRecord } from "../../kernel/json.ts";
import { amountText, parseAmount } from "../../kernel/money.ts";
import { parseZoned } from "../../kernel/zoned-time.ts";
import { recordJobKind } from "../../resources/records.ts";
import type { FieldOptions } from "../flags.ts";
import { runJob } from "../jobs/run.ts";
import { readReferences, readSelection, type SelectionOptions } from "../selection.ts";
import {
  callName,
  type GenericFields,
  type GenericResource,
  type GenericVerb,
  resourcePlural,
} from "./generic-resource.ts";
import { fieldFlagsOf, findRecord, flagFields, put } from "./input.ts";
import { genericFields, type Row, toResource } from "./to-resource.ts";

/** The flags of an update of several records. */
export interface UpdateManyOptions extends SelectionOptions, FieldOptions {
  set?: string[];
}

/** What is updated: the resource, how it is listed, and the verb with its flags. */
export interface Updated {
  resource: GenericResource;
  list: GenericVerb;
  verb: GenericVerb;
}

/** Changes the selected records of a resource as one job. */
export async function updateRecords(
  context: Context,
  { resource, list, verb }: Updated,
  args: readonly string[],
  options: UpdateManyOptions,
): Promise<CommandResult> {
  const { set = [], field, input } = options;
  if (field !== undefined || input !== undefined)
    throw new UsageError("-f and --input change one object. Use --set for several.", { field: "--set" });
  const endpoint = await loadEndpoint(callName(resource, verb.call));
  const schema = schemaBelow(endpoint.input, { key: resource.kind }) ?? {};
  const fields = settableFields(schema, resource.fields);
  const changes = parseChanges(set, fields);
  const flags = fieldFlagsOf(verb.flags ?? [], options);
  if (changes.length + flags.length === 0)
    throw new UsageError("Nothing to change.", {
      field: "--set",
      hint: `Fields: ${fields.map(({ name }) => name).join(", ")}`,
    });
  if (flags.length > 0 && verb.prepare)
    throw new UsageError(`${flags[0]?.name} changes one object. Use --set for several.`, { field: "--set" });
  const call = await context.call("admin");
  const { currency = "USD" } = await context.profile();
  const { value: timeZone } = context.choices.setting("timeZone");
  const given: Row = {};
  for (const { path, value, label } of await flagFields(context, call, verb.flags ?? [], options))
    Object.assign(given, fillField(schema, given, path, value, label).input);
  const texts = [...set, ...flags.map(({ name, text }) => `${name} ${text}`)];
  return await runJob<Row>(context, {
    kind: recordJobKind(resource.service, resource.kind),
    title: `Change ${resourcePlural(resource)}: ${texts.join(", ")}`,
    rows: await selected(context, { resource, list, verb }, args, options),
    toSteps: (row) =>
      stepsOf(row, { resource, endpoint, schema, changes, given, fields, currency, timeZone }),
    options,
  });
}

/** Returns the selected records: the named ones, or those of a filter. */
async function selected(
  context: Context,
  { resource, list }: Updated,
  args: readonly string[],
  options: UpdateManyOptions,
): Promise<AsyncIterable<Row> | Iterable<Row>> {
  if (args.length > 0) {
    if (options.filter !== undefined || options.all)
      throw new UsageError(`Give ${resourcePlural(resource)} or --filter, not both.`, { field: "--filter" });
    const call = await context.call("admin");
    const rows = new Map<string, Row>();
    for (const reference of await readReferences(context, args, resource.kind)) {
      const { id, record = {} } = await findRecord({ context, resource, call }, reference, true);
      rows.set(id, record);
    }
    return rows.values();
  }
  const { filterFields } = genericFields(resource, list);
  const filter = readSelection(context, options, {
    plural: resourcePlural(resource),
    fields: filterFields,
    hint: `Give ${resource.reference.describe}, pipe in records with -, or add --filter`,
  });
  const access = await toResource(context, resource, list).open(context);
  return access.list({ filter, all: true, signal: context.signal }).rows;
}

/** Returns the step that changes a record, none if it has the values already, or why it cannot be changed. */
function stepsOf(
  row: Row,
  {
    resource,
    endpoint,
    schema,
    changes,
    given,
    fields,
    currency,
    timeZone,
  }: {
    resource: GenericResource;
    endpoint: Endpoint;
    schema: Schema;
    changes: readonly Change[];
    given: Row;
    fields: readonly FieldSpec[];
    currency: string;
    timeZone: string;
  },
): PlannedRow {
  const id = row.id as string;
  const [name] = (resource.matchKeys ?? []).map((path) => valueAt(row, path)).filter(Boolean);
  const label = String(name ?? id);
  const values: Values = Object.fromEntries(fields.map((field) => [field.name, presentValue(row, field)]));
  let after = merged(row, given);
  for (const change of changes) {
    const { field } = change;
    try {
      const json = jsonOf(change.evaluate(values, currency), schema, field, timeZone);
      after = merged(row, put(after, field.name, json));
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return { problems: [{ source: label, column: field.name, rule: "change", message: error.message }] };
    }
  }
  const tops = Object.keys(after).filter((top) => JSON.stringify(after[top]) !== JSON.stringify(row[top]));
  if (tops.length === 0) return [];
  const pick = (from: Row) => Object.fromEntries(tops.map((top) => [top, (from[top] ?? null) as Json]));
  const input = { [resource.kind]: { id, revision: row.revision, ...pick(after) } };
  const problems = violations(endpoint, input)
    .filter(({ field }) => !field.endsWith("revision"))
    .map((violation) => ({
      source: label,
      column: violation.field.replace(`${resource.kind}.`, ""),
      rule: "bounds",
      message: violationText(violation),
    }));
  if (problems.length > 0) return { problems };
  return [{ kind: "record.update", id, label, before: pick(row), after: pick(after) }];
}

/** Returns the top-level fields of `changed`, nested ones with the rest of what the record has. */
function merged(row: Row, changed: Row): Row {
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => {
      const present = row[name];
      const isNested = isRecord(value) && isRecord(present);
      return [name, isNested ? { ...present, ...merged(present, value) } : value];
    }),
  );
}

/** Returns the fields that `--set` changes: those of the update that have a value of their own, by path, down to three levels. */
function settableFields(schema: Schema, fields: GenericFields, above = "", depth = 1): FieldSpec[] {
  return Object.entries(shapeOf(schema)).flatMap(([name, field]): FieldSpec[] => {
    if (field.readOnly || (above === "" && /^(id|revision)$/.test(name))) return [];
    const path = `${above}${name}`;
    const kind = schemaKind(field);
    if (kind === "object") return depth === 3 ? [] : settableFields(field, fields, `${path}.`, depth + 1);
    const aliases = Object.entries(fields).flatMap(([alias, { path: own = alias }]) =>
      own === path && alias !== path ? [alias] : [],
    );
    const spec = { name: path, aliases, nullable: true };
    if (kind === "number" || field.format === "decimal")
      return [{ ...spec, type: "number", digits: field.type === "integer" ? 0 : undefined }];
    if (kind === "boolean") return [{ ...spec, type: "boolean" }];
    if (kind === "text") return [{ ...spec, type: "text", values: field.enum }];
    return [];
  });
}

function presentValue(row: Row, { name, type }: FieldSpec): Value {
  const value = valueAt(row, name);
  if (value === undefined || value === null) return null;
  if (type === "number") return parseAmount(String(value)) ?? null;
  return type === "boolean" ? value === true : String(value);
}

/** Returns a value as the platform takes it: a local time in UTC. Throws UsageError for a text that is no time where one is needed. */
function jsonOf(given: Value, schema: Schema, { name, digits = 6 }: FieldSpec, timeZone: string): Json {
  const field = name.split(".").reduce<Schema>((below, key) => schemaBelow(below, { key }) ?? {}, schema);
  if (typeof given === "string" && isTime(field))
    return parseZoned(given, timeZone, `--set ${name}`).toISOString();
  if (!isNumber(given)) return given as Json;
  const value = given.round(digits, 1);
  return schemaKind(field) === "number" ? Number(amountText(value)) : amountText(value);
}
