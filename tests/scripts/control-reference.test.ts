import { expect, test } from "vitest";
import { controlPages } from "../../scripts/control-reference.ts";
import { walk } from "../../src/api/endpoint.ts";
import { controlCalls } from "../../src/api/services/sandbox/sandbox.ts";

const pages = controlPages("1.2.3");
const document = JSON.parse(pages["sandbox-control.json"] ?? "");
const calls = [...walk(controlCalls)];

test("the page and the OpenAPI document contain every control call", () => {
  for (const [name, { method, public: path }] of calls) {
    expect(pages["sandbox-control.md"]).toContain(`\n## ${method} ${path}\n`);
    expect(document.paths[path][method.toLowerCase()].operationId).toBe(name);
  }
  expect(calls.length).toBeGreaterThan(30);
});

test("the page gives required fields, values and bounds as types", () => {
  const [section = ""] =
    (pages["sandbox-control.md"] ?? "").split("## POST /__till/faults\n")[1]?.split("\n## ") ?? [];
  expect(section).toContain("\n  fault: string;\n");
  expect(section).toContain("\n  times?: number; // at least 1, at most 1000000\n");
  expect(pages["sandbox-control.md"]).toContain('mode?: "real" | "shifted" | "frozen";');
  expect(pages["sandbox-control.md"]).toContain("counts?: { [name: string]: number };");
});

test("the document has JSON bodies that allow no other fields, query parameters, and paths with parameters", () => {
  const { post, get } = document.paths["/__till/faults"];
  const body = post.requestBody.content["application/json"].schema;
  expect(body).toMatchObject({ required: ["fault"], additionalProperties: false });
  expect(body.properties.times).toEqual({ type: "number", minimum: 1, maximum: 1_000_000 });
  expect(get.requestBody).toBeUndefined();
  expect(document.paths["/__till/mail"].get.parameters).toContainEqual({
    name: "limit",
    in: "query",
    required: false,
    schema: { type: "number", minimum: 1, maximum: 1000 },
  });
  expect(document.paths["/__till/coupons/{id}"].delete.parameters).toContainEqual({
    name: "id",
    in: "path",
    required: true,
    schema: { type: "string" },
  });
});
