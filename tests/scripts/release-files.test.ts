import { expect, test } from "vitest";
import { releaseFiles } from "../../scripts/release-files.ts";

const sums = Object.fromEntries(
  ["linux-x64", "linux-arm64", "darwin-arm64", "win-x64"].map((system, index) => [
    `till-1.2.3-${system}.tar.gz`,
    String(index).repeat(64),
  ]),
);
const files = releaseFiles({ version: "1.2.3", page: "https://example.com/till/v1.2.3", sums });

test("every file names the same archives and checksums", () => {
  expect(files.SHA256SUMS?.trim().split("\n")).toHaveLength(4);
  const { architecture } = JSON.parse(files["till.json"] ?? "");
  expect(architecture).toEqual({
    "64bit": {
      url: "https://example.com/till/v1.2.3/till-1.2.3-win-x64.tar.gz",
      hash: "3".repeat(64),
      extract_dir: "till-1.2.3-win-x64",
    },
  });
  expect(files["till.rb"]).toMatch(
    /on_macos do\n {4}on_arm do\n {6}url "[^"]+darwin-arm64[^"]+"\n {6}sha256 "2{64}"/,
  );
  expect(files["till.rb"]).not.toContain("darwin-x64");
  expect(files.Dockerfile).toContain(
    `echo "${"0".repeat(64)}  till-1.2.3-linux-x64.tar.gz" | sha256sum -c -`,
  );
  expect(files["install.sh"]).toContain(`linux-arm64) sum=${"1".repeat(64)} ;;`);
});

test("a release without an archive for Linux is refused", () => {
  expect(() => releaseFiles({ version: "9.9.9", page: "https://example.com", sums })).toThrow("no checksum");
});
