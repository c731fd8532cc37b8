import { expect, test } from "vitest";
import { FilePicker } from "../../../src/ui/screens/file-picker.tsx";
import { waitFor } from "../../support/runs.ts";
import { open } from "../frame.tsx";

test("Enter is for the file that the keys before it select, even if they arrive in one piece", async () => {
  const left: unknown[] = [];
  const options = {
    ...{ title: "Import products: choose a file", folder: "/files" },
    list: async () =>
      ["new.csv", "old.csv"].map((name) => ({ name, path: `/files/${name}`, isFolder: false, size: 9 })),
    preview: async (file: string) => ({ facts: `preview of ${file}`, header: [], rows: [] }),
  };
  const screen = open(<FilePicker options={options} onLeave={(one) => left.push(one)} />);
  await waitFor(() => expect(screen.lines().join("\n")).toContain("preview of /files/new.csv"));
  await screen.type("j\r");
  await waitFor(() => expect(left).toEqual([{ file: "/files/old.csv" }]));
  screen.close();
});
