import { fillField } from "../../api/input-fields.ts";
import { sampleOf } from "../../api/sample.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import { topicBody, topicPayload } from "../../api/topics/topic-payloads.ts";
import { shortName, type Topic } from "../../api/topics/topics.ts";
import type { FieldOptions } from "../../cli/field-flags.ts";
import { type GivenField, givenFields } from "../../cli/fields.ts";
import { sandboxControl } from "../../cli/sandbox-control.ts";
import { readJsonObject } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { findTopics } from "../../webhooks/topic-names.ts";
import { createTeller } from "./about.ts";
import { nextEvents, type SandboxEvent } from "./outbox.ts";
import { type Made, recipes, type Shop } from "./recipes.ts";

/** Makes the sandbox do what a topic tells of, or tells of a sample; prints the events that came of it. */
export async function run(
  context: Context,
  [name = ""]: string[],
  { sample = false, ...options }: FieldOptions & { sample?: boolean },
): Promise<ExitCode | undefined> {
  const topic = oneTopic(name);
  const control = await sandboxControl(context);
  const after = (await control.status({})).lastEvent ?? 0;
  const recipe = sample ? undefined : recipes.get(topic.type);
  const fields = (await givenFields(context, options)).map((field) => ({
    ...field,
    path: field.path.replace(/^entity\./, ""),
  }));
  const given = options.input === undefined ? {} : await readJsonObject(context, "--input", options.input);
  const own = { given, fields };
  if (recipe) await recipe(await shopOf(context, own, after + 1)).catch(explain);
  else {
    const { type, entityId, payload } = madeUp(topic, own, context.now());
    await control.emit({ type, entityId, payload });
    await context.notice("A sample: nothing of the kind happened in the sandbox.");
  }
  const { events } = await nextEvents(control, { after, limit: 1000 });
  if (!events.some(({ type }) => type === topic.type)) {
    throw new TillError(exitCodes.failure, `The sandbox did it, but told of no ${topic.type}.`, {
      hint: `Send a sample: till webhooks trigger ${name} --sample`,
    });
  }
  await print(context, events);
  return undefined;
}

function oneTopic(name: string): Topic {
  const found = findTopics(name);
  // Spelled exactly, a name goes before the one of the other generation.
  const exact = found.filter(({ type }) => name === type || name === shortName(type));
  const [topic, another] = exact.length > 0 ? exact : found;
  if (topic !== undefined && another === undefined) return topic;
  throw new UsageError(`"${name}" means ${found.length} topics.`, {
    hint: `Say one of them: ${found
      .slice(0, 6)
      .map(({ type }) => type)
      .join(", ")}`,
  });
}

/** What the command line says of the entity. */
interface Own {
  given: object;
  fields: readonly GivenField[];
}

async function shopOf(context: Context, { given, fields }: Own, count: number): Promise<Shop> {
  const call = await context.call();
  const ask = async (name: string, input: object, key?: string): Promise<Made> => {
    const { body } = await call(name, await loadEndpoint(name), input);
    return (key === undefined ? body : body[key]) as Made;
  };
  return {
    call: ask,
    async make(name, key, entity) {
      const { input: schema } = await loadEndpoint(name);
      let input: unknown = { [key]: { ...entity, ...given } };
      for (const { path, value, label } of fields)
        input = fillField(schema, input, `${key}.${path}`, value, label).input;
      return await ask(name, input as object, key);
    },
    mark: String(count),
    nextYear: new Date(context.now().getTime() + 365 * 86_400_000).toISOString().slice(0, 10),
  };
}

/** A payload of the topic's shape with the given fields in what it carries. */
function madeUp(topic: Topic, { given, fields }: Own, now: Date) {
  const schema = topicBody(topic);
  let body: unknown = { ...(sampleOf(schema, now) as object), ...given };
  for (const { path, value, label } of fields) body = fillField(schema, body, path, value, label).input;
  const own = body as { id?: unknown };
  const entityId = typeof own.id === "string" ? own.id : "00000000-0000-4000-8000-000000000001";
  if (topic.kind === "older") return { type: topic.type, entityId, payload: body };
  const envelope = sampleOf(topicPayload(topic), now) as object;
  const bodies = {
    created: { createdEvent: { entity: body } },
    updated: { updatedEvent: { currentEntity: body } },
    deleted: { deletedEvent: { deletedEntity: body } },
    action: { actionEvent: { body } },
  };
  const { fqdn: entityFqdn, slug, kind } = topic;
  const facts = { entityFqdn, slug, entityId, triggeredByAnonymizeRequest: false, originatedFrom: "" };
  return { type: topic.type, entityId, payload: { ...envelope, ...facts, ...bodies[kind] } };
}

/** What a recipe's call was refused for, with the way out. */
function explain(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { message, status, code, details, requestId } = error;
  throw new ApiError(message, {
    status,
    code,
    details,
    requestId,
    hint: "The sandbox refused what would bring the event about. To send a made-up one: --sample",
  });
}

async function print(context: Context, events: readonly SandboxEvent[]): Promise<void> {
  const about = createTeller();
  const rows = events.map(({ jwt: _, ...event }) => ({ ...event, about: about(event) }));
  type Row = (typeof rows)[number];
  await renderList<Row>({
    streams: context.streams,
    format: context.format,
    kind: "event",
    fields: context.globals.fields,
    columns: [
      column<Row>("EVENT", ({ seq }) => seq, { as: "number", path: "seq" }),
      column<Row>("TOPIC", ({ type }) => type, { path: "type" }),
      column<Row>("ENTITY", ({ entityId }) => entityId, { path: "entityId" }),
      column<Row>("ABOUT", (row) => row.about, { path: "about", grow: true }),
    ],
    rows,
    quiet: context.globals.quiet,
  });
}
