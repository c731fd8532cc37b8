import { readFileSync } from "node:fs";
import { type Endpoint, type Services, walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import type { Request } from "../../src/api/transport/transport.ts";

/**
 * The fields of requests in the platform's reference: names by type, for each call and each object type. The type is ""
 * for values, "*" for free-form JSON, else the name of an object type.
 */
type Fields = Readonly<Record<string, string>>;
// An import would derive thousands of types from the file.
const { calls, types }: Readonly<Record<"calls" | "types", Readonly<Record<string, Fields>>>> = JSON.parse(
  readFileSync(new URL("reference-requests.json", import.meta.url), "utf8"),
);
/** Services that the platform documents and whose packages are not part of the reference. */
const documented =
  /^(members|member(Badges|CustomFields|Roles|RoleDefinitions|Followers|Abouts|Privacy)|data(Items|Collections))\./;
/** Calls that the hosted platform was seen to have, or documents, and the reference does not. */
export const seenLive: ReadonlySet<string> = new Set([
  "products.queryV1",
  ...[...walk(services as Services)].flatMap(([name]) => (documented.test(name) ? [name] : [])),
  // The API of the media manager is documented, but not part of the reference.
  "mediaFiles.generateUploadUrl",
  "mediaFiles.upload",
  "mediaFiles.search",
  ...["create", "get", "query", "update", "remove"].map((call) => `coupons.${call}`),
  // The properties of a site are documented, but not part of the reference.
  "siteProperties.get",
  // The tags of orders have an API of their own, which is documented as a preview.
  "tags.list",
  // The API of the platform's own gift cards is documented, but not part of the reference.
  ...["create", "get", "query", "disable", "sendEmail"].map((call) => `giftCards.${call}`),
]);
/** Fields that only the specification has. */
const specified: Fields = { "currentCart.update": "merchantDiscounts" };
const endpoints = new Map<string, Endpoint>(walk(services as Services));

/** Returns the type of each field of an object type. */
function typesOf(fields: Fields): Map<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([type, names]) =>
      names.split(" ").map((name): [string, string] => [name, type]),
    ),
  );
}

/** Returns the types of the fields that a call has in the reference, or undefined if the reference does not have the call. */
export function referenceFields(name: string, { method, public: path }: Endpoint) {
  const fields = calls[`${method} ${path.replaceAll(/\{[^}]+\}/g, "{}")}`];
  return (
    fields &&
    typesOf({ ...fields, ...(specified[name] && { "*": `${fields["*"] ?? ""} ${specified[name]}` }) })
  );
}

/** Returns the paths of the fields in a request that the reference does not have. */
export function unknownFields(request: Request): string[] {
  const endpoint = endpoints.get(request.name);
  // Control calls of the sandbox, and calls that are typed as a URL.
  if (endpoint === undefined || seenLive.has(request.name)) return [];
  const known = referenceFields(request.name, endpoint);
  if (known === undefined) return ["(not a call of the reference)"];
  return [...unknownIn(known, inputOf(request), "")];
}

function* unknownIn(known: Map<string, string>, value: unknown, path: string): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const type = known.get(name);
    if (type === undefined) yield path + name;
    else if (type !== "*") {
      const below = typesOf(types[type] ?? {});
      for (const item of Array.isArray(inner) ? inner : [inner])
        yield* unknownIn(below, item, `${path}${name}.`);
    }
  }
}

/** Returns the input that a request carries: its body, or its query with dotted keys or as one `.r` parameter. */
function inputOf({ url, body }: Request): unknown {
  if (body !== undefined) return JSON.parse(body);
  const input: Record<string, unknown> = {};
  for (const [key, text] of new URL(url).searchParams) {
    if (key === ".r") Object.assign(input, JSON.parse(Buffer.from(text, "base64url").toString()));
    else place(input, key.split("."), text);
  }
  return input;
}

function place(target: Record<string, unknown>, [name = "", ...rest]: string[], text: string): void {
  if (rest.length === 0) target[name] = text;
  else {
    target[name] ??= {};
    place(target[name] as Record<string, unknown>, rest, text);
  }
}
