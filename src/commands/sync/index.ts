import type { Unnamed, Verb } from "../../cli/command.ts";
import { wholeNumber } from "../../cli/flags.ts";

/** `till data sync` */
export const sync: Unnamed<Verb> = {
  flags: [
    { flags: "--status", describe: "show how old each table is, and send nothing" },
    { flags: "--full", describe: "read everything again, not only what changed" },
    {
      flags: "--with <what>",
      describe:
        "also read costs (catalog v1: one request per product), payments (one per 100 orders), gift-cards or settings",
      choices: ["costs", "payments", "gift-cards", "settings"],
      repeat: true,
    },
    {
      flags: "--without <what>",
      describe: "leave out the personal data of customers",
      choices: ["customers"],
      repeat: true,
    },
    { flags: "--masked", describe: "replace personal data with substitutes, equal for equal values" },
    { flags: "--forget", describe: "delete the local copy" },
    {
      flags: "--to <target>",
      describe: "then write it elsewhere: Parquet files into a folder, or a database at postgres://…",
    },
    { flags: "--format <format>", describe: "format of the files (default: parquet)", choices: ["parquet"] },
  ],
  examples: [
    "till data sync # make the local copy, or bring it up to date",
    "till data sync --status # how old each table is",
    "till data sync --masked # without the names and addresses of customers",
    "till data sync --to shop-data # then write a Parquet file of each table, for DuckDB or pandas",
    "till data sync --to postgres://bi@db.example/shop # then copy it to PostgreSQL, for dashboards",
  ],
  notes:
    "The copy is a file in the cache folder that only you can read. Query it with till data sql and till data report; changes are never planned from it.\nThe first run reads the whole shop; if it is interrupted, run it again and it continues. Later runs read what changed. The options of the first run stay until --forget.\nLearn more: till help guide sql",
  load: () => import("../../mirror/sync.ts"),
};

/** `till data sql` */
export const sql: Unnamed<Verb> = {
  args: [{ name: "[query...]", describe: "a query, a file named .sql, or - for stdin (default: a prompt)" }],
  flags: [
    {
      flags: "--param <name=value>",
      describe: "value of a parameter that the query contains as :name",
      repeat: true,
    },
    { flags: "--tables", describe: "show the tables, or the columns of these" },
    { flags: "--to <file>", describe: "write the rows into a file: .csv, .xlsx, .ndjson or .json" },
  ],
  examples: [
    "till data sql --tables # the tables and what is in them",
    "till data sql --tables orders # the columns of one",
    'till data sql "select name, stock from variants_full where stock < 5" # what runs low',
    'till data sql "select * from orders where createdDate >= :since" --param since=2026-01-01 # with a parameter',
  ],
  notes:
    "Queries are SQLite, and can only read. They read the local copy of the shop, which till data sync makes; its age is printed on stderr.\nAmounts are decimal text; calculate with the column whose name ends in _minor, and print it with money(minor, currency).\nLearn more: till help guide sql",
  ownsTerminal: true,
  load: () => import("../../mirror/sql.ts"),
};

/** `till data report` */
export const report: Unnamed<Verb> = {
  args: [{ name: "[name]", describe: "report (default: list them)" }],
  flags: [
    {
      flags: "--since <time>",
      describe:
        "from this time on: 2026-01-01, 2026-01-01T12:00Z, or 90d for the last 90 days (default: 30d)",
    },
    { flags: "--until <time>", describe: "up to this time; a date includes that day (default: now)" },
    { flags: "--param <name=value>", describe: "value of a parameter of the report", repeat: true },
    { flags: "--sql", describe: "print the query of the report, to copy and change" },
    { flags: "--to <file>", describe: "write it into a file: .html, .xlsx, .csv, .ndjson or .json" },
  ],
  examples: [
    "till data report # list the reports",
    "till data report revenue --since 7d # compared with the seven days before",
    "till data report stock-cover --param days=60 --to reorder.xlsx # what to order for two months",
    "till data report revenue --sql # the query behind it",
  ],
  notes:
    "Reports read the local copy of the shop, which till data sync makes. Dates are days in the time zone of the copy. Your own reports are .sql files in the folder reports of the settings; a file with the name of a built-in report replaces it.\nLearn more: till help guide sql",
  load: () => import("../../mirror/report.ts"),
};

/** `till data search` */
export const search: Unnamed<Verb> = {
  args: [{ name: "<words...>", describe: "words to search for; the beginning of a word is enough" }],
  flags: [
    { flags: "--kind <table>", describe: "search only this table: products, orders …", repeat: true },
    { flags: "--limit <n>", describe: "at most this many (default: 20)", parse: wholeNumber("--limit", 1) },
  ],
  examples: [
    "till data search linen # products, orders, events and everything else with the word",
    "till data search wool throw --kind products # both words, in products only",
  ],
  notes:
    "Searches names, SKUs, numbers, descriptions, email addresses, notes and other texts in the local copy of the shop, which till data sync makes; best matches first.\nLearn more: till help guide sql",
  load: () => import("../../mirror/search.ts"),
};
