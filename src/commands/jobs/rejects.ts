import { resolve } from "node:path";
import { listRejects } from "../../bulk/plan/plan.ts";
import { findJob } from "../../cli/jobs/find-job.ts";
import { jobLine } from "../../cli/same-site.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { printFileText } from "../../output/file-text.ts";
import { checkRejectsName, rejectsText } from "../../resources/products/rejects.ts";

/** Exports the rejected rows of an import in the format of its file; lists those of other jobs. */
export async function run(context: Context, [name = "last", file]: string[]): Promise<ExitCode | undefined> {
  const journal = await findJob(context, name);
  const { id } = journal;
  try {
    const found = rejectsText(journal);
    if (found === undefined) {
      const rows = [...listRejects(journal)];
      if (file !== undefined && rows.length > 0)
        throw new UsageError(`Job ${id} has no imported file whose format its rejected rows could have.`, {
          hint: `Print them: ${jobLine(context, "rejects", id)}`,
        });
      await printList(context, rows);
    } else if (file === undefined) await printFileText(context.streams.stdout, found.text);
    else {
      checkRejectsName(found.file, file);
      const { writeExport } = await import("../../kernel/export-file.ts");
      await writeExport(resolve(context.cwd, file), found.text, { signal: context.signal });
      await context.notice(`Written to ${file}.`);
    }
    return undefined;
  } finally {
    await journal.close();
  }
}

type Reject = ReturnType<typeof listRejects> extends Generator<infer R> ? R : never;

async function printList({ print }: Context, rows: readonly Reject[]): Promise<void> {
  await print(rows, {
    kind: "reject",
    fields: {
      label: { path: "label", label: "Row", value: ({ label, source }) => label ?? source ?? "", grow: true },
      rule: {},
      message: { label: "Why" },
    },
    empty: "No rejected rows.",
  });
}
