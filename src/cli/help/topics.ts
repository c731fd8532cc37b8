import { variableTable } from "../../config/environment.ts";
import { exitCodes, exitMeanings } from "../../kernel/errors.ts";
import { globalFlags } from "../flags.ts";

/** A page of help that belongs to no single command. */
interface Topic {
  name: string;
  summary: string;
  text(): string;
}

/** What `till help` knows beside commands, in the order of its page. */
export const topics: readonly Topic[] = [
  { name: "exit-codes", summary: "what every exit code means", text: exitCodePage },
  { name: "environment", summary: "every variable that till reads", text: environmentPage },
  { name: "flags", summary: "the flags that every command takes", text: flagPage },
  { name: "filters", summary: "the language of --filter", text: () => filters },
  { name: "changes", summary: "the language of --set", text: () => changes },
  {
    name: "formats",
    summary: "how results are printed: --output, --fields, --jq, --template",
    text: () => formats,
  },
];

function exitCodePage(): string {
  const rows = Object.entries(exitCodes).map(
    ([name, code]) => `  ${String(code).padStart(3)}  ${exitMeanings[name as keyof typeof exitCodes]}`,
  );
  return `Exit codes of every command:\n\n${rows.join("\n")}\n`;
}

function flagPage(): string {
  const rows = globalFlags.map(({ flags, describe, choices }): [string, string] => [
    flags,
    choices ? `${describe}: ${choices.join(", ")}` : describe,
  ]);
  const width = Math.max(...rows.map(([flags]) => flags.length));
  const lines = rows.map(([flags, about]) => `  ${flags.padEnd(width)}  ${about}`);
  return `Flags that every command takes:\n\n${lines.join("\n")}\n`;
}

function environmentPage(): string {
  const width = Math.max(...variableTable.map(({ name }) => name.length));
  const rows = variableTable.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return `Variables that till reads. A flag wins over its variable, a variable over\nthe profile, and the profile over what till config set stored for all of them.\n\n${rows.join("\n")}\n`;
}

const filters = `A filter says which rows: --filter 'price > 20 and visible = true'

  sku = A-100                      equal; != is the opposite
  price >= 19.90                   also >, < and <=, on numbers, dates and text
  name startsWith Blue             also endsWith and contains, in any case
  type in (physical, digital)      one of these
  collectionIds hasSome (a, b)     at least one of these; hasAll: every one
  brand exists                     has a value; brand exists false: has none

Join with and, or, not and parentheses; and binds tighter than or. Text needs
quotes only if it has spaces or signs in it. Dates are 2026-01-31 (the whole day
in UTC) or 2026-01-31T18:00:00Z. A filter in braces is sent as it is.

  filter    = any | JSON object
  any       = all { "or" all }
  all       = one { "and" one }
  one       = "not" one | "(" any ")" | condition
  condition = field compare value
            | field ( "in" | "hasSome" | "hasAll" ) "(" value { "," value } ")"
            | field "exists" [ "true" | "false" ]
  compare   = "=" | "!=" | ">" | ">=" | "<" | "<="
            | "startsWith" | "endsWith" | "contains"

An unknown field is an error that lists the fields there are.
More, with every detail: docs/guides/filters.md
`;

const changes = `A change says what becomes of a field: --set price=+10% --set ribbon=Sale

  price=19.99                      this value
  price=+10%  price=-10%           ten percent more or less
  price=+5  price=-5               five more or less than it is now
  visible=false                    true or false
  brand=Acme Corp                  text, as it stands
  brand=  brand=null               clear the field
  'price = round(cost * 2.5, .99)' anything else is an expression

Expressions know numbers, "text", true, false, null, names of fields, + - * /,
parentheses, and: round, floor, cap, min, max, replace, upper, lower, trim,
concat. Every change reads the values as they were before the command; money is
exact, and rounded at the very end to the digits of its currency.

  change     = field "=" ( "" | "null" | relative | number | text | expression )
  relative   = ( "+" | "-" ) number [ "%" ]
  expression = product { ( "+" | "-" ) product }
  product    = unary { ( "*" | "/" ) unary }
  unary      = { "-" } primary
  primary    = number | string | "true" | "false" | "null" | field | call
             | "(" expression ")"
  call       = function "(" [ expression { "," expression } ] ")"

More, with every function: docs/guides/changes.md
`;

const formats = `stdout carries the result and nothing else; notices and errors go to stderr.

  --output table       for people on a terminal; tab-separated and without a
                       header on a pipe (the default)
  --output json        one value; a list is { items, total?, next? }
  --json               the same, and errors are JSON on stderr
  --output ndjson      one object a line, each as soon as it comes
  --output csv         a header and a line a row
  --output yaml        as json, in YAML

  --fields a,b.c       only these fields, in any format
  --jq FILTER          what a jq filter makes of the JSON; text is printed bare
  --template TEXT      TEXT for every record of the JSON

In a template {{name}} and {{priceData.price}} stand for fields of the record
(nothing where it has none), \\n for a new line and \\t for a tab; \\{ is a brace:

  till products list --template '{{sku}}\\t{{name}}\\n'
  till products list --jq '.items[] | select(.visible) | .slug'

A jq filter and a template see the whole result at once; for very long lists
pipe --output ndjson into another program.
More: docs/guides/shell.md
`;
