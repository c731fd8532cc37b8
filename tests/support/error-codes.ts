import { globSync, readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";

/** A node of a syntax tree. */
interface Node {
  type: string;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof (value as Node | null | undefined)?.type === "string";

/** Yields a node and all below it, with the functions around each from the inside. */
function* nodesIn(
  node: Node,
  around: readonly Node[] = [],
): Generator<{ node: Node; around: readonly Node[] }> {
  yield { node, around };
  const inner = Array.isArray(node.params) ? [node, ...around] : around;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesIn(child, inner);
}

/** Returns the name of an identifier, or of a parameter with a default. */
const nameOf = (node: unknown): string | undefined =>
  isNode(node) ? ((node.name ?? (node.left as Node | undefined)?.name) as string | undefined) : undefined;

/** Returns the argument of `new SomeError(…)` that is its code. */
function codeIn({ callee, arguments: given }: Node): Node | undefined {
  const name = nameOf(callee) ?? "";
  const values = given as Node[];
  if (name.endsWith("PlatformError")) return values[1];
  if (!name.endsWith("Error")) return undefined;
  const fields = values.flatMap(({ properties }) => (properties ?? []) as Node[]);
  return fields.find(({ key }) => nameOf(key) === "code")?.value as Node | undefined;
}

/** Codes are in capitals: `INVALID_TIP`, `WDE0025`. */
const isCode = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Z][A-Z0-9_]{2,}$/.test(value);

/** Returns the codes that an expression can be, and the names and members that it can be. */
function valuesOf(value: Node): { codes: string[]; others: Node[] } {
  const all = (...parts: unknown[]) => {
    const found = parts.filter(isNode).map(valuesOf);
    return { codes: found.flatMap(({ codes }) => codes), others: found.flatMap(({ others }) => others) };
  };
  const { type, expression, consequent, alternate, left, right, object } = value;
  if (type === "Literal") return { codes: isCode(value.value) ? [value.value] : [], others: [] };
  if (type === "TemplateLiteral") return { codes: [], others: [] };
  if (type === "ConditionalExpression") return all(consequent, alternate);
  if (type === "LogicalExpression") return all(left, right);
  if (type === "MemberExpression" && value.computed) return all(object);
  if (type === "ObjectExpression") return all(...(value.properties as Node[]).map((one) => one.value));
  return isNode(expression) ? all(expression) : { codes: [], others: [value] };
}

/** What of a file can give an error its code. */
function givenIn(tree: Node) {
  const functions = new Map<Node, string>();
  const variables = new Map<string, Node[]>();
  const calls: Node[] = [];
  const created: { code: Node; around: readonly Node[] }[] = [];
  /** What is called a code, such as `{ code: "GONE" }`. */
  const named: Node[] = [];
  for (const { node, around } of nodesIn(tree)) {
    const name = nameOf(node.id);
    if (name !== undefined && node.params) functions.set(node, name);
    if (name !== undefined && isNode(node.init)) {
      functions.set(node.init, name);
      variables.set(name, [...(variables.get(name) ?? []), node.init]);
      if (/^codes?$/.test(name)) named.push(node.init);
    }
    if (node.type === "Property" && nameOf(node.key) === "code") named.push(node.value as Node);
    if (node.type === "CallExpression") calls.push(node);
    const code = node.type === "NewExpression" ? codeIn(node) : undefined;
    if (code) created.push({ code, around });
  }
  return { functions, variables, calls, created, named };
}

/**
 * Returns the codes of the errors that files create, each with the first file: the literals that are given to an error, to a
 * variable that is, or to a function that gives them to one. Codes that are put together from parts are not found.
 */
export function codesIn(files: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  /** The functions that give a parameter to an error: which one, by name and file. */
  const makers = new Map<string, Map<string, number>>();
  const parts = [...files].map(([file, text]) => {
    const tree = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
    return { file, ...givenIn(tree) };
  });
  const note = (value: Node | undefined, file: string): Node[] => {
    const { codes, others } = value ? valuesOf(value) : { codes: [], others: [] };
    for (const code of codes) if (!found.has(code)) found.set(code, file);
    return others;
  };
  for (const { file, functions, variables, created, named } of parts)
    for (const { code, around } of created)
      for (const other of note(code, file)) {
        const isOther = (one: Node) => nameOf(one) === nameOf(other);
        const maker = around.find(({ params }) => (params as Node[]).some(isOther));
        const name = maker && functions.get(maker);
        const own = variables.get(nameOf(other) ?? "");
        if (maker && name !== undefined)
          makers.set(
            name,
            (makers.get(name) ?? new Map()).set(file, (maker.params as Node[]).findIndex(isOther)),
          );
        else if (own?.flatMap((one) => note(one, file)).length !== 0)
          // It comes from elsewhere, such as `problem.code`.
          for (const one of named) note(one, file);
      }
  for (const { file, calls } of parts)
    for (const call of calls) {
      const places = makers.get(nameOf(call.callee) ?? "");
      const at = places?.get(file) ?? (places?.size === 1 ? [...places.values()][0] : undefined);
      if (at !== undefined) note((call.arguments as Node[])[at], file);
    }
  return found;
}

/** Returns the codes of the errors of till and of its sandbox, each with the first file that creates it. */
export function codesOfTill(): Map<string, string> {
  const files = globSync("src/**/*.{ts,tsx}").sort();
  return codesIn(new Map(files.map((file) => [file, readFileSync(file, "utf8")])));
}
