import type { FilterField } from "../../api/query/filter.ts";
import { parseFilter } from "../../api/query/filter-parse.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type Words, wordsOf } from "../../output/table.ts";
import { type Listing, type ListQuery, listRows } from "../../resources/listing.ts";
import { type OpenResource, openResource, quoted } from "../../resources/resource.ts";
import type { Group, LazyGroup, Verb } from "../command.ts";
import { findRecord, nameOf } from "../generic/find.ts";
import { callName, type GenericGroup, type GenericVerb } from "../generic/generic-resource.ts";
import { columnOf, filterField } from "../generic/show.ts";
import { genericActions } from "./generic-actions.ts";

type Row = Record<string, unknown>;

/** The families of the command tree whose things can be listed by who works here, to look at. */
export async function genericResources(
  context: Context,
  groups: readonly LazyGroup[],
  words: () => Words,
): Promise<OpenResource[]> {
  const [opened, isAllowed] = await Promise.all([
    Promise.all(groups.map(async (group) => await group.load())),
    callsAllowed(context),
  ]);
  return opened.flatMap((group) => within({ context, isAllowed, words }, group, group.name));
}

interface Around {
  context: Context;
  /** Whether who works here can make a call, by its name. */
  isAllowed(call: string): boolean;
  words(): Words;
}

async function callsAllowed(context: Context): Promise<(call: string) => boolean> {
  const { calls } = await import("../../api/services/calls.ts");
  const [admin, member] = await Promise.all([context.can("admin"), context.can("member")]);
  const roles = { admin, member, visitor: true };
  const refused = new Set(calls.flatMap(({ name, role }) => (roles[role] ? [] : [name])));
  return (call) => !refused.has(call);
}

/** The families of a group and of the groups in it; `path` is what is typed to get there. */
function within(around: Around, group: Group | Verb, path: string): OpenResource[] {
  if (!("verbs" in group)) return [];
  const inner = group.verbs.flatMap((verb) => within(around, verb, `${path} ${verb.name}`));
  return isGeneric(group) &&
    group.screen &&
    group.list &&
    around.isAllowed(callName(group.resource, group.list.call))
    ? [toResource(around, group, group.list, path), ...inner]
    : inner;
}

function isGeneric(group: Group | Verb): group is GenericGroup {
  return "resource" in group;
}

function toResource(
  { context, isAllowed, words }: Around,
  { resource, verbs, calls }: GenericGroup,
  list: GenericVerb,
  name: string,
): OpenResource {
  const { singular, columns, details = columns, filters = {}, summary } = resource;
  const fields = Object.entries(filters).map(([field, filter]) => filterField(field, filter));
  const listCall = callName(resource, list.call);
  // What has no name of its own is called by what its columns give the most room to.
  const wide = columns.filter(({ grow }) => grow).slice(0, 2);
  const titleOf = (row: Row) =>
    wide
      .map((one) => wordsOf(columnOf(one), row, words()))
      .filter(Boolean)
      .join(" ");
  const isGot = verbs.some(
    (verb) => verb.name === "get" && "args" in verb && verb.args?.[0]?.name === resource.reference.name,
  );
  const byId = fields.some((field) => field.name === "id");
  const opened = async () => {
    const endpoint = await loadEndpoint(listCall);
    return { endpoint, call: await context.call(endpoint.role === "visitor" ? undefined : endpoint.role) };
  };
  return openResource<Row>(
    {
      name,
      singular: singular,
      title: name.replace(/^./, (letter) => letter.toUpperCase()),
      columns: columns.map(columnOf),
      details: details.map(columnOf),
      fields,
      actions: genericActions(
        resource,
        verbs.filter((verb) => isAllowed(calls?.get(verb.name) ?? "")),
        name.split(" "),
      ),
      sortPaths: fields.flatMap((field) => (field.operators ? [field.name] : [])),
      id: ({ id }) => String(id ?? ""),
      label: (row) =>
        nameOf(resource, { id: "", reference: titleOf(row) || String(row.id ?? summary), record: row }).slice(
          1,
          -1,
        ),
      async narrow(args) {
        const { call } = await opened();
        const parts = (list.args ?? []).map(async ({ field, finds }, index) => {
          const text = args[index];
          if (text === undefined) return [];
          const value = typeof finds === "function" ? await finds(call, text) : text;
          return [`${field} = ${quoted(value)}`];
        });
        const given = (await Promise.all(parts)).flat();
        return given.length === 0 ? undefined : given.join(" and ");
      },
      list: (query) =>
        lateListing(
          async () => {
            const { endpoint, call } = await opened();
            return listRows<Row>(
              { call, name: listCall, endpoint, fields, input: list.defaults ?? {} },
              query,
            );
          },
          query,
          fields,
        ),
      // Where there is no command for one, the list finds it.
      getArgs: (id) =>
        isGot
          ? [...name.split(" "), "get", id]
          : [...name.split(" "), "list", ...(byId ? ["--filter", `id = ${quoted(id)}`] : [])],
      async get(id) {
        const { endpoint, call } = await opened();
        if (isGot) return (await findRecord({ context, resource, call }, id, true)).record ?? {};
        const source = { call, name: listCall, endpoint, fields, input: list.defaults ?? {} };
        const { rows } = listRows<Row>(source, { all: true, ...(byId && { filter: `id = ${quoted(id)}` }) });
        for await (const row of rows) if (row.id === id) return row;
        throw new TillError(exitCodes.notFound, `The ${singular} is not there any more.`);
      },
    },
    words,
  );
}

/** A list whose call is opened with its first row; a bad filter is refused at once. */
function lateListing(
  open: () => Promise<Listing<Row>>,
  { filter }: ListQuery,
  fields: readonly FilterField[],
): Listing<Row> {
  if (filter !== undefined) parseFilter(filter, fields);
  let listing: Listing<Row> | undefined;
  async function* rows() {
    listing = await open();
    yield* listing.rows;
  }
  return {
    rows: rows(),
    total: () => listing?.total(),
    next: () => listing?.next(),
    moved: () => listing?.moved() ?? false,
    inOrder: true,
  };
}
