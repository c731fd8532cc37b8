import { expect, test } from "vitest";
import { parse } from "yaml";
import { releaseFiles } from "../../scripts/release-files.ts";

const sums = Object.fromEntries(
  ["linux-x64.tar.gz", "linux-arm64.tar.gz", "darwin-arm64.tar.gz", "win-x64.zip"].map((archive, index) => [
    `till-1.2.3-${archive}`,
    String(index).repeat(64),
  ]),
);
const files = releaseFiles({ version: "1.2.3", page: "https://example.com/till/v1.2.3", sums });

test("every file names the same archives and checksums", () => {
  expect(files.SHA256SUMS?.trim().split("\n")).toHaveLength(4);
  const { architecture } = JSON.parse(files["till.json"] ?? "");
  expect(architecture).toEqual({
    "64bit": {
      url: "https://example.com/till/v1.2.3/till-1.2.3-win-x64.zip",
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

test("the files of Windows name its archive, its checksum and the program in it", () => {
  expect(files["install.ps1"]).toContain(`$sums = @{\n  'x64' = '${"3".repeat(64)}'\n}`);
  expect(files["install.ps1"]).toContain("Join-Path $env:LOCALAPPDATA 'Programs\\till'");
  expect(parse(files["Till.TillCli.installer.yaml"] ?? "")).toMatchObject({
    PackageVersion: "1.2.3",
    InstallerType: "zip",
    Installers: [
      {
        Architecture: "x64",
        InstallerUrl: "https://example.com/till/v1.2.3/till-1.2.3-win-x64.zip",
        InstallerSha256: "3".repeat(64),
        NestedInstallerFiles: [
          { RelativeFilePath: "till-1.2.3-win-x64\\till.exe", PortableCommandAlias: "till" },
        ],
      },
    ],
    ManifestType: "installer",
  });
  const text = parse(files["Till.TillCli.locale.en-US.yaml"] ?? "");
  expect(text).toMatchObject({ PackageLocale: "en-US", License: "MIT" });
  expect(parse(files["Till.TillCli.yaml"] ?? "")).toMatchObject({ ManifestType: "version" });
});

test("a release without an archive for Linux is refused", () => {
  expect(() => releaseFiles({ version: "9.9.9", page: "https://example.com", sums })).toThrow("no checksum");
});
