import { variableTable } from "../../config/environment.ts";
import { exitCodes, exitMeanings } from "../../kernel/errors.ts";
import { globalFlags } from "../flags.ts";
import { schemas } from "./schemas.ts";

/** A help page that belongs to no single command. */
interface Topic {
  name: string;
  summary: string;
  text(): string;
}

/** The help topics of `till help <topic>`, in display order. */
export const topics: readonly Topic[] = [
  { name: "exit-codes", summary: "Exit codes used by till", text: exitCodePage },
  { name: "environment", summary: "Environment variables that can be used with till", text: environmentPage },
  { name: "flags", summary: "Flags that every command accepts", text: flagPage },
  { name: "filters", summary: "Filter language of --filter", text: () => filters },
  { name: "changes", summary: "Change language of --set", text: () => changes },
  {
    name: "formats",
    summary: "Output formatting with --output, --fields, --jq and --template",
    text: () => formats,
  },
  {
    name: "schemas",
    summary: "JSON Schemas of results, errors and notifications, as one document",
    text: () => `${JSON.stringify(schemas, null, 2)}\n`,
  },
];

function exitCodePage(): string {
  const rows = Object.entries(exitCodes).map(
    ([name, code]) => `  ${String(code).padStart(3)}  ${exitMeanings[name as keyof typeof exitCodes]}`,
  );
  return `Every command uses these exit codes:\n\n${rows.join("\n")}\n`;
}

function flagPage(): string {
  const rows = globalFlags.map(({ flags, describe, choices }): [string, string] => [
    flags,
    choices ? `${describe}: ${choices.join(", ")}` : describe,
  ]);
  const width = Math.max(...rows.map(([flags]) => flags.length));
  const lines = rows.map(([flags, about]) => `  ${flags.padEnd(width)}  ${about}`);
  return `Every command accepts these flags:\n\n${lines.join("\n")}\n`;
}

function environmentPage(): string {
  const width = Math.max(...variableTable.map(({ name }) => name.length));
  const rows = variableTable.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return `till reads these environment variables. Flags override variables, variables
override the profile, and the profile overrides settings stored with
till config set.\n\n${rows.join("\n")}\n`;
}

const filters = `A filter selects rows: --filter "price > 20 and visible = true"

  sku = A-100                      equals; != for does not equal
  price >= 19.90                   also >, < and <=, for numbers, dates and text
  name startsWith Blue             also endsWith and contains; case-insensitive
  type in (physical, digital)      one of these values
  collectionIds hasSome (a, b)     at least one of these values; hasAll: all of them
  brand exists                     has a value; brand exists false: has no value

Combine conditions with and, or, not and parentheses; and binds tighter than or.
Quote text that contains spaces or operators. Dates look like 2026-01-31 (the
whole day in UTC) or 2026-01-31T18:00:00Z. A filter in braces is sent to the
platform unchanged.

Fields that begin with variant. are those of a variant: variant.stock < 5

An unknown field is an error that lists the available fields.
All fields, their types and the grammar: till help guide filters
`;

const changes = `A change sets a field to a new value: --set price=+10% --set ribbon=Sale

  price=19.99                      set a value
  price=+10%  price=-10%           increase or decrease by ten percent
  price=+5  price=-5               increase or decrease by five
  visible=false                    true or false
  brand=Acme Corp                  text, taken literally
  brand=  brand=null               clear the field
  collections+=Summer              add to a list; -= removes from it
  "price = round(cost * 2.5, .99)" an expression

Expressions support numbers, "text", true, false, null, field names, + - * /,
comparisons, and, or, not, parentheses, and the functions round, floor, cap, min,
max, replace, upper, lower, trim, concat, if, match and has. Every change reads
the values from before the command. Money is computed exactly and rounded once,
to the digits of its currency.

An unknown field is an error that lists the available fields.
All fields, their types and the grammar: till help guide changes
`;

const formats = `Results go to stdout; notices and errors go to stderr.

  --output table       aligned columns on a terminal; tab-separated values without
                       a header when piped (the default)
  --output json        one JSON value; a list is { items, total?, next? }
  --json               like --output json, with notices and errors as JSON lines
                       on stderr
  --output ndjson      one JSON object per line, written as it arrives
  --output csv         a header row and one row per record
  --output yaml        the same data as json, in YAML

  --fields a,b.c       print only these fields, in any format
  --jq FILTER          filter the JSON output with a jq expression; strings are
                       printed without quotes
  --template TEXT      print TEXT for each record

In a template, {{name}} and {{priceData.price}} insert fields of the record (empty
if the field is missing), \\n is a new line, \\t is a tab, and \\{ is a literal brace:

  till products list --template '{{sku}}\\t{{name}}\\n'
  till products list --jq '.items[] | select(.visible) | .slug'

--jq and --template need the whole result in memory; for very long lists, pipe
--output ndjson into another program.
Learn more: till help guide shell
`;
