import { eventMembers, topicBody, topicPayload } from "../../api/contract/payloads.ts";
import type { Topic } from "../../api/contract/topics.ts";
import { type Service, valueAt } from "../../api/endpoint.ts";
import { fillField } from "../../api/input-fields.ts";
import { sampleValue } from "../../api/sample.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type GivenField, readFieldOptions } from "../../cli/fields.ts";
import type { FieldOptions } from "../../cli/flags.ts";
import { sandboxControl } from "../../cli/sandbox-control.ts";
import { readJsonObject } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { day } from "../../kernel/durations.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { findTopics, shortName } from "../../webhooks/topic-names.ts";
import { createSummarizer, nextEvents, type SandboxEvent } from "./events.ts";
import { type Entity, type RecipeContext, recipes, withoutFields } from "./recipes.ts";

/** Causes an event in the sandbox, or emits a sample event. Prints the resulting events. */
export async function run(
  context: Context,
  [name = ""]: string[],
  { sample = false, ...options }: FieldOptions & { sample?: boolean },
): Promise<ExitCode | undefined> {
  const topic = findTopic(name);
  const control = await sandboxControl(context);
  const after = (await control(sandbox.status, {})).lastEvent ?? 0;
  const recipe = sample ? undefined : recipes.get(topic.type);
  const fields = (await readFieldOptions(context, options)).map((field) => ({
    ...field,
    path: field.path.replace(/^entity\./, ""),
  }));
  const base = options.input === undefined ? {} : await readJsonObject(context, "--input", options.input);
  const entityInput = { base, fields };
  const isGiven = options.input !== undefined || fields.length > 0;
  const idFlag = fields.find(({ path }) => path === "id");
  if (recipe && (idFlag !== undefined || "id" in base))
    throw new UsageError(`${topic.type} is caused with a new object, whose id cannot be chosen.`, {
      field: idFlag?.label ?? "--input",
      hint: "Nothing was sent. Change the object itself with its command, or send a sample event of it: --sample",
    });
  if (recipe && isGiven && withoutFields.has(topic.type))
    throw new UsageError(`The entity of ${topic.type} is created without fields.`, {
      field: options.input === undefined ? "-f" : "--input",
      hint: "Nothing was sent. For a sample event with these fields, add: --sample",
    });
  if (recipe) await recipe(await recipeContext(context, entityInput, after + 1)).catch(rethrowWithHint);
  else {
    const { type, entityId, payload } = await sampleEvent(topic, entityInput, context.now());
    await control(sandbox.emit, { type, entityId, payload });
    await context.notice("Sent a sample event. Nothing was changed in the sandbox.");
  }
  const { events } = await nextEvents(control, { after, limit: 1000 });
  if (!events.some(({ type }) => type === topic.type)) {
    throw new TillError(exitCodes.failure, `The sandbox did not emit ${topic.type}.`, {
      hint: `Send a sample event: till webhooks trigger ${name} --sample`,
    });
  }
  await print(context, events);
  return undefined;
}

function findTopic(name: string): Topic {
  const found = findTopics(name);
  // An exact match wins over the topic of the other catalog version.
  const exact = found.filter(({ type }) => name === type || name === shortName(type));
  const [topic, another] = exact.length > 0 ? exact : found;
  if (topic !== undefined && another === undefined) return topic;
  throw new UsageError(`"${name}" matches ${found.length} topics.`, {
    hint: `Use one of: ${found
      .slice(0, 6)
      .map(({ type }) => type)
      .join(", ")}`,
  });
}

/** The entity from --input and the fields from flags. */
interface EntityInput {
  base: object;
  fields: readonly GivenField[];
}

async function recipeContext(
  context: Context,
  { base, fields }: EntityInput,
  count: number,
): Promise<RecipeContext> {
  const call = await context.call();
  const callApi = async (name: string, input: object, key?: string): Promise<Entity> => {
    const [service, operation = ""] = name.split(".");
    const control = service === "sandbox" ? (sandbox as Service)[operation] : undefined;
    const body = await call(control ?? (await loadEndpoint(name)), input);
    return (key === undefined ? body : valueAt(body, key)) as Entity;
  };
  return {
    call: callApi,
    async create(name, key, entity, { input: others = {}, result = key } = {}) {
      const { input: schema } = await loadEndpoint(name);
      let input: unknown = { ...others, [key]: { ...entity, ...base } };
      for (const { path, value, label } of fields)
        input = fillField(schema, input, `${key}.${path}`, value, label).input;
      return await callApi(name, input as object, result);
    },
    catalog: async () => await context.catalog(call),
    suffix: String(count),
    nextYear: new Date(context.now().getTime() + 365 * day).toISOString().slice(0, 10),
  };
}

/** Creates a sample event of a topic, with the given fields in its entity. */
async function sampleEvent(topic: Topic, { base, fields }: EntityInput, now: Date) {
  const schema = await topicBody(topic);
  let body: unknown = { ...(sampleValue(schema, now) as object), ...base };
  for (const { path, value, label } of fields) body = fillField(schema, body, path, value, label).input;
  const { id } = body as { id?: unknown };
  const entityId = typeof id === "string" ? id : "00000000-0000-4000-8000-000000000001";
  const { type, kind, entity: entityFqdn } = topic;
  if (kind === "older") return { type, entityId, payload: body };
  const envelope = sampleValue(await topicPayload(topic), now) as object;
  const slug = type.slice(entityFqdn.length + 1);
  const facts = { entityFqdn, slug, entityId, triggeredByAnonymizeRequest: false, originatedFrom: "" };
  const [event, member] = eventMembers[kind];
  return { type, entityId, payload: { ...envelope, ...facts, [event]: { [member]: body } } };
}

/** Rethrows the error of a recipe's call with a hint. */
function rethrowWithHint(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { message, status, code, details, requestId } = error;
  throw new ApiError(message, {
    status,
    code,
    details,
    requestId,
    hint: "The sandbox rejected a call that causes the event. To send a sample event instead, add: --sample",
  });
}

async function print(context: Context, events: readonly SandboxEvent[]): Promise<void> {
  const summarize = createSummarizer();
  const rows = events.map(({ jwt, ...event }) => ({ ...event, about: summarize(event) }));
  await context.print(rows, {
    kind: "event",
    fields: {
      seq: { label: "Event", as: "number" },
      type: { label: "Topic" },
      entityId: { label: "Entity" },
      about: { label: "Summary", grow: true },
    },
  });
}
