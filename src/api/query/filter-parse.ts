import { UsageError } from "../../kernel/errors.ts";
import { type Token, TokenReader } from "../../kernel/lexer.ts";
import { nearest } from "../../kernel/text.ts";
import {
  type Filter,
  type FilterExpression,
  type FilterField,
  joinFilters,
  type ListOperator,
  operatorRules,
} from "./filter.ts";
import { parseDateCondition, parseValue } from "./filter-values.ts";

/**
 * Parses the filter language (docs/guides/filters.md). Text that starts with `{` is the platform's JSON. Throws UsageError
 * with a caret for invalid syntax, fields, operators or values.
 */
export function parseFilter(text: string, fields: readonly FilterField[]): Filter {
  if (text.trim() === "")
    throw new UsageError("The filter is empty.", { hint: `For example: ${example(fields)}` });
  return text.trimStart().startsWith("{") ? parseJson(text) : new FilterParser(text, fields).parse();
}

function parseJson(text: string): Filter {
  try {
    return { kind: "platform", json: JSON.parse(text) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint =
      'A filter that starts with { is JSON in the platform\'s format: {"name": {"$startsWith": "A"}}';
    throw new UsageError(`The filter is not valid JSON: ${reason}`, { hint, cause });
  }
}

function example(fields: readonly FilterField[]): string {
  return `${fields[0]?.name ?? "name"} exists`;
}

const operatorOf = new Map(Object.keys(operatorRules).map((name) => [name.toLowerCase(), name as Operator]));
type Operator = keyof typeof operatorRules;

class FilterParser {
  private readonly reader: TokenReader;
  private readonly fields: readonly FilterField[];

  constructor(source: string, fields: readonly FilterField[]) {
    this.reader = new TokenReader(source, "filter");
    this.fields = fields;
  }

  parse(): FilterExpression {
    const filter = this.any();
    const rest = this.reader.token;
    if (rest.kind === "end") return filter;
    const hint =
      rest.text === ","
        ? "Write decimals with a point: 19.99"
        : 'Put text with spaces in quotes: "Acme Corp"';
    return this.reader.fail(rest, "Expected and, or, or the end of the filter", hint);
  }

  private any(): FilterExpression {
    const parts = [this.all()];
    while (this.reader.take("word", "or")) parts.push(this.all());
    return joinFilters("or", parts);
  }

  private all(): FilterExpression {
    const parts = [this.one()];
    while (this.reader.take("word", "and")) parts.push(this.one());
    return joinFilters("and", parts);
  }

  private one(): FilterExpression {
    if (this.reader.take("word", "not")) {
      const filter = this.one();
      return filter.kind === "not" ? filter.filter : { kind: "not", filter };
    }
    if (this.reader.take("punctuation", "(")) {
      const filter = this.any();
      this.reader.expect(")");
      return filter;
    }
    return this.condition();
  }

  private condition(): FilterExpression {
    const field = this.field();
    const operator = this.operator(field);
    if (operator === "exists") return { kind: "exists", field, value: this.flag() };
    if (operator === "in" || operator === "hasSome" || operator === "hasAll")
      return this.list(field, operator);
    const value = this.reader.next();
    if (field.type === "date") return parseDateCondition(this.reader.source, field, operator, value);
    return {
      kind: "compare",
      field,
      operator,
      value: parseValue(this.reader.source, field, value, operator),
    };
  }

  /** `exists` alone means true. */
  private flag(): boolean {
    if (this.reader.take("word", "false")) return false;
    this.reader.take("word", "true");
    return true;
  }

  private list(field: FilterField, operator: ListOperator): FilterExpression {
    const hint = `${operator} takes a list in parentheses: ${field.name} ${operator} (a, b)`;
    const read = <T>(value: (token: Token) => T): T[] => {
      this.reader.expect("(", hint);
      const values = [value(this.reader.next())];
      while (this.reader.take("punctuation", ",")) values.push(value(this.reader.next()));
      this.reader.expect(")");
      return values;
    };
    const { source } = this.reader;
    if (field.type === "date") {
      return joinFilters(
        "or",
        read((token) => parseDateCondition(source, field, operator, token)),
      );
    }
    return {
      kind: "list",
      field,
      operator,
      values: read((token) => parseValue(source, field, token, operator)),
    };
  }

  private field(): FilterField {
    const token = this.reader.next();
    const field = this.fields.find(({ name }) => name === token.text);
    if (field !== undefined && token.kind === "word") return field;
    const names = this.fields.map(({ name }) => name);
    const all = `Fields: ${names.join(", ")}`;
    if (token.kind !== "word") return this.reader.fail(token, "Expected the name of a field", all);
    const suggestion = nearest(token.text, names);
    return this.reader.fail(
      token,
      `There is no field ${token.text}${suggestion === undefined ? "" : `. Did you mean ${suggestion}?`}`,
      all,
    );
  }

  private operator(field: FilterField): Operator {
    const token = this.reader.next();
    const named = token.kind === "operator" || token.kind === "word";
    const operator = named ? operatorOf.get(token.text.toLowerCase()) : undefined;
    const fitting = Object.entries(operatorRules).filter(([, { types }]) => types.includes(field.type));
    const hint = `Operators for ${field.name} (${field.type}): ${fitting.map(([name]) => name).join(" ")}`;
    if (operator === undefined)
      return this.reader.fail(token, `Expected an operator after ${field.name}`, hint);
    if (operatorRules[operator].types.includes(field.type)) return operator;
    return this.reader.fail(
      token,
      `${operator} cannot be used on ${field.name}, which is a ${field.type} field`,
      hint,
    );
  }
}
