import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type ContractFile, type ContractNode, changesFrom } from "../../scripts/contract-reference.ts";
import { readSdk } from "../../scripts/contract-sdk.ts";
import { functionChanges, type MissingCalls } from "../../scripts/sdk-functions.ts";
import { temporaryFolder } from "../support/folders.ts";

const types = `
declare enum State {
    OPEN = "OPEN",
    /** @internal */
    CLOSED = "CLOSED"
}
/** @enumType */
type StateWithLiterals = State | 'OPEN';
interface Thing extends ThingOwnerOneOf {
    /**
     * ID.
     * @format GUID
     * @readonly
     */
    id?: string | null;
    /** @maxLength 80 */
    name?: string;
    /** @decimalValue options { gte:0, maxScale:2 } */
    price?: string;
    state?: StateWithLiterals;
    /** @maxSize 30 */
    labels?: string[];
    createdDate?: Date | null;
    parts?: Record<string, Thing>;
    /** @deprecated */
    older?: boolean;
}
/** @oneof */
interface ThingOwnerOneOf {
    /** @format EMAIL */
    owner?: string;
}
interface UpdateThingRequest {
    thing: Thing;
    /** @internal */
    fields?: string[];
}
interface UpdateThingResponse {
    thing?: Thing;
}
type Meta<K, M, T, S, Q, R> = { __requestType: T };
declare function updateThing(): Meta<'PATCH', { thingId: string; }, Request$1, UpdateThingRequest, Response$1, UpdateThingResponse>;
declare function listThings(): Meta<'GET', {}, Request$1, ListThingsRequest, Response$1, ListThingsResponse>;
export { type Thing as ThingOriginal, updateThing, listThings };
`;

const meta = `
const paths = { transformFn: transformSDKFieldMaskToRESTFieldMask,
  paths: [{ path: "fields" }] };
const describe = (httpMethod, path) => () => ({ httpMethod, path, getUrl: ({ host }) => \`https://\${host}/stores\${path}\` });
module.exports = {
  StateOriginal: { OPEN: "OPEN" },
  updateThing: describe("PATCH", "/v1/things/:thingId"),
  listThings: describe("GET", "/v1/things"),
};
function transformSDKFieldMaskToRESTFieldMask() {}
`;

const source = `
async function updateThing2(_id, thing) {
  const payload = renameKeysFromSDKRequestToRESTRequest({ thing: { ...thing, id: _id } });
}
`;

/** Returns a folder in which a package of the SDK with one module is installed. */
function installed(): string {
  const folder = temporaryFolder();
  const exported = JSON.stringify({ exports: { "./meta": "./build/cjs/meta.js" } });
  const files = {
    "stores/package.json": exported,
    "stores/build/cjs/meta.js": 'var things = __toESM(require("@wix/auto_sdk_stores_things/meta"));\n',
    "auto_sdk_stores_things/package.json": exported,
    "auto_sdk_stores_things/build/cjs/meta.js": meta,
    "auto_sdk_stores_things/build/es/index.mjs": source,
    "auto_sdk_stores_things/build/internal/cjs/meta.d.ts": types,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, "node_modules/@wix", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

const objectOf = (properties: Record<string, ContractNode>): ContractNode => ({ type: "object", properties });
const contentOf = (schema: ContractNode) => ({ content: { "application/json": { schema } } });

/** Returns a contract of the release before. */
function contract(): ContractFile {
  const thing = { $ref: "#/components/schemas/Thing" };
  return {
    openapi: "3.1.0",
    paths: {
      "/stores/v1/things/{thing.id}": {
        patch: {
          operationId: "things.update",
          requestBody: contentOf(objectOf({ thing, fields: { type: "string" } })),
          responses: { 200: contentOf(objectOf({ thing })) },
        },
      },
    },
    components: {
      schemas: {
        Thing: objectOf({
          id: { type: "string", format: "uuid", readOnly: true },
          name: { type: "string", maxLength: 50 },
          price: { type: "string", format: "decimal", "x-till-bounds": { min: 0 } },
          state: { type: "string", enum: ["OPEN"] },
          labels: { type: "array", maxItems: 30, items: { type: "string" } },
          createdDate: { type: "string", format: "date-time" },
          parts: { additionalProperties: thing },
        }),
      },
    },
  };
}

test("a new release of the SDK is followed: bounds, fields, values and calls", () => {
  const { reference, functions } = readSdk(installed(), ["stores"]);
  const files = { things: contract() };
  const missing: MissingCalls = { "stores.things": ["removeThing DELETE /stores/v1/things/{thingId}"] };
  const compare = () => [...changesFrom(reference, files, {}), ...functionChanges(functions, files, missing)];
  const changes = compare();
  expect(changes.map(({ at, what }) => `${at}: ${what}`)).toEqual([
    "Thing.name maxLength 50: 80 in the reference",
    "Thing.price maxScale none: 2 in the reference",
    "Thing.state enum: lacks CLOSED",
    "Thing.owner lacks: a field of the reference (string)",
    "things.update x-till-sdk: none, stores.things.updateThing thing.id {thing*} in the packages",
    "stores.things.listThings GET /stores/v1/things: a call that the contract lacks",
    "stores.things.removeThing DELETE /stores/v1/things/{thingId}: not in the packages, or in the contract now",
  ]);
  for (const { apply } of changes) apply();
  expect(compare()).toEqual([]);
  expect(files.things.components.schemas.Thing?.properties?.owner).toEqual({
    type: "string",
    format: "email",
  });
  expect(missing).toEqual({ "stores.things": ["listThings GET /stores/v1/things"] });
});
