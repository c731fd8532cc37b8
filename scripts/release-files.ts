/** What the files of a release are made from. */
export interface Release {
  version: string;
  /** The address below which the archives are, without a slash at the end. */
  page: string;
  /** The SHA-256 of each archive by its name: `till-1.0.0-linux-x64.tar.gz`, `till-1.0.0-win-x64.zip`. */
  sums: Readonly<Record<string, string>>;
}

/** Returns the files with which a release is installed, by name: all of them name the same archives and checksums. */
export function releaseFiles(release: Release): Record<string, string> {
  return {
    SHA256SUMS: Object.entries(release.sums)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, sum]) => `${sum}  ${name}\n`)
      .join(""),
    "install.sh": installScript(release),
    "till.rb": formula(release),
    ...(has(release, "win-x64") && { "install.ps1": powershellScript(release), ...wingetManifests(release) }),
    "till.json": manifest(release),
    Dockerfile: dockerfile(release),
  };
}

const summary = "A terminal for a hosted shop: bulk changes with preview and undo, and a local sandbox";

/** Returns the checksum of an archive. Throws if the release has none for this system. */
function archiveOf(
  { version, page, sums }: Release,
  system: string,
): { name: string; url: string; sum: string } {
  const name = archiveName(version, system);
  const sum = sums[name];
  if (sum === undefined) throw new Error(`There is no checksum of ${name}`);
  return { name, url: `${page}/${name}`, sum };
}

/** Windows opens ZIP files without another program. */
const archiveName = (version: string, system: string) =>
  `till-${version}-${system}${system.startsWith("win") ? ".zip" : ".tar.gz"}`;

const has = ({ version, sums }: Release, system: string) => sums[archiveName(version, system)] !== undefined;

function installScript(release: Release): string {
  const cases = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]
    .filter((system) => has(release, system))
    .map((system) => `  ${system}) sum=${archiveOf(release, system).sum} ;;`);
  return `#!/bin/sh
# Installs till ${release.version} to ~/.local/bin, or to the folder in TILL_BIN. Checks the SHA-256 of the archive before it unpacks it.
set -eu

page="\${TILL_PAGE:-${release.page}}"
bin="\${TILL_BIN:-$HOME/.local/bin}"

case "$(uname -s)" in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  *) echo "install.sh: this system is not supported: $(uname -s)" >&2; exit 1 ;;
esac
case "$(uname -m)" in
  x86_64 | amd64) arch=x64 ;;
  arm64 | aarch64) arch=arm64 ;;
  *) echo "install.sh: this processor is not supported: $(uname -m)" >&2; exit 1 ;;
esac
case "$os-$arch" in
${cases.join("\n")}
  *) echo "install.sh: this release has no archive for $os-$arch" >&2; exit 1 ;;
esac

name="till-${release.version}-$os-$arch"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
if command -v curl >/dev/null; then
  curl -fsSL -o "$work/$name.tar.gz" "$page/$name.tar.gz"
else
  wget -q -O "$work/$name.tar.gz" "$page/$name.tar.gz"
fi

if command -v sha256sum >/dev/null; then
  found="$(sha256sum "$work/$name.tar.gz" | cut -d ' ' -f 1)"
else
  found="$(shasum -a 256 "$work/$name.tar.gz" | cut -d ' ' -f 1)"
fi
if [ "$found" != "$sum" ]; then
  echo "install.sh: the checksum of $name.tar.gz is $found, expected $sum. Nothing was installed." >&2
  exit 1
fi

tar -C "$work" -xzf "$work/$name.tar.gz"
mkdir -p "$bin"
# A rename replaces the program while another one runs.
cp "$work/$name/till" "$bin/.till-new"
chmod 755 "$bin/.till-new"
mv -f "$bin/.till-new" "$bin/till"
"$bin/till" --version >/dev/null
echo "Installed till ${release.version} as $bin/till"
case ":$PATH:" in
  *":$bin:"*) ;;
  *) echo "Add $bin to your PATH." ;;
esac
`;
}

const ofWindows = (release: Release) =>
  (["win-x64", "win-arm64"] as const)
    .filter((system) => has(release, system))
    .map((system) => ({ ...archiveOf(release, system), arch: system.slice("win-".length) }));

function powershellScript(release: Release): string {
  const sums = ofWindows(release).map(({ arch, sum }) => `  '${arch}' = '${sum}'`);
  return `# Installs till ${release.version} to %LOCALAPPDATA%\\Programs\\till, or to the folder in TILL_BIN, for Windows PowerShell 5.1 and PowerShell 7.
# Checks the SHA-256 of the archive before it unpacks it.
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
$page = if ($env:TILL_PAGE) { $env:TILL_PAGE } else { '${release.page}' }
$bin = if ($env:TILL_BIN) { $env:TILL_BIN } else { Join-Path $env:LOCALAPPDATA 'Programs\\till' }
$sums = @{
${sums.join("\n")}
}
$arch = if ($env:PROCESSOR_ARCHITECTURE -eq 'ARM64' -or $env:PROCESSOR_ARCHITEW6432 -eq 'ARM64') { 'arm64' } else { 'x64' }
# Windows on ARM runs programs for x64.
if (-not $sums[$arch]) { $arch = 'x64' }

$name = "till-${release.version}-win-$arch"
$work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory -Path $work | Out-Null
try {
  $archive = Join-Path $work "$name.zip"
  Invoke-WebRequest -UseBasicParsing -Uri "$page/$name.zip" -OutFile $archive
  $found = (Get-FileHash -Algorithm SHA256 -Path $archive).Hash
  if ($found -ne $sums[$arch]) {
    throw "install.ps1: the checksum of $name.zip is $found, expected $($sums[$arch]). Nothing was installed."
  }
  Expand-Archive -Path $archive -DestinationPath $work
  New-Item -ItemType Directory -Force -Path $bin | Out-Null
  $program = Join-Path $bin 'till.exe'
  # A program that runs can be renamed, but not replaced.
  if (Test-Path $program) {
    Remove-Item "$program.old" -ErrorAction SilentlyContinue
    Move-Item -Force $program "$program.old"
  }
  Copy-Item (Join-Path $work "$name\\till.exe") $program
  & $program --version | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "install.ps1: $program does not start." }
  Write-Output "Installed till ${release.version} as $program"
  $path = [Environment]::GetEnvironmentVariable('Path', 'User')
  if (($path -split ';') -notcontains $bin) {
    [Environment]::SetEnvironmentVariable('Path', "$path;$bin".TrimStart(';'), 'User')
    Write-Output "Added $bin to your PATH. Open a new window."
  }
} finally {
  Remove-Item -Recurse -Force $work
}
`;
}

/** Returns the manifests of winget: version, text and installer of one package. */
function wingetManifests(release: Release): Record<string, string> {
  const { version, page } = release;
  const manifestOf = (type: string, lines: readonly string[]) =>
    [
      `PackageIdentifier: ${wingetId}`,
      `PackageVersion: ${version}`,
      ...lines,
      `ManifestType: ${type}`,
      "ManifestVersion: 1.6.0",
      "",
    ].join("\n");
  const installers = ofWindows(release).flatMap(({ arch, name, url, sum }) => [
    `  - Architecture: ${arch}`,
    `    InstallerUrl: ${url}`,
    `    InstallerSha256: "${sum.toUpperCase()}"`,
    "    NestedInstallerFiles:",
    `      - RelativeFilePath: ${name.replace(/\.zip$/, "")}\\till.exe`,
    "        PortableCommandAlias: till",
  ]);
  return {
    [`${wingetId}.yaml`]: manifestOf("version", ["DefaultLocale: en-US"]),
    [`${wingetId}.locale.en-US.yaml`]: manifestOf("defaultLocale", [
      "PackageLocale: en-US",
      "Publisher: till",
      "PackageName: till",
      `PackageUrl: ${page}`,
      "License: MIT",
      `ShortDescription: "${summary}"`,
    ]),
    [`${wingetId}.installer.yaml`]: manifestOf("installer", [
      "InstallerType: zip",
      "NestedInstallerType: portable",
      "Installers:",
      ...installers,
    ]),
  };
}

const wingetId = "Till.TillCli";

function formula(release: Release): string {
  const systems = [
    ["on_macos", "darwin"],
    ["on_linux", "linux"],
  ] as const;
  const blocks = systems.flatMap(([block, os]) => {
    const lines = [
      ["on_arm", "arm64"],
      ["on_intel", "x64"],
    ].flatMap(([on, arch]) => {
      if (!has(release, `${os}-${arch}`)) return [];
      const { url, sum } = archiveOf(release, `${os}-${arch}`);
      return [`    ${on} do`, `      url "${url}"`, `      sha256 "${sum}"`, "    end"];
    });
    return lines.length > 0 ? [`  ${block} do`, ...lines, "  end"] : [];
  });
  return `class Till < Formula
  desc "Terminal for a hosted shop with preview, undo and a local sandbox"
  homepage "${release.page}"
  version "${release.version}"
  license "MIT"

${blocks.join("\n")}

  def install
    bin.install "till"
    man1.install Dir["man/*.1.gz"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/till --version")
  end
end
`;
}

function manifest(release: Release): string {
  const architecture = Object.fromEntries(
    [
      ["64bit", "win-x64"],
      ["arm64", "win-arm64"],
    ].flatMap(([name = "", system = ""]) => {
      if (!has(release, system)) return [];
      const { url, sum, name: file } = archiveOf(release, system);
      return [[name, { url, hash: sum, extract_dir: file.replace(/\.zip$/, "") }]];
    }),
  );
  const { version, page } = release;
  return `${JSON.stringify({ version, description: summary, homepage: page, license: "MIT", architecture, bin: "till.exe" }, null, 2)}\n`;
}

function dockerfile(release: Release): string {
  const { name, sum } = archiveOf(release, "linux-x64");
  return `# The executable in an image: put ${name} beside this file, then: docker build --platform linux/amd64 -t till .
# Targets: till (default), sandbox (docker build --target sandbox) and worker.
FROM debian:stable-slim AS archive
COPY ${name} /tmp/
RUN cd /tmp && echo "${sum}  ${name}" | sha256sum -c - && tar -xzf ${name} && mv ${name.replace(/\.tar\.gz$/, "")} /till

FROM debian:stable-slim AS base
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \\
    && useradd --create-home till && mkdir /data && chown till /data
COPY --from=archive /till/till /usr/local/bin/till
COPY --from=archive /till/LICENSE /till/THIRD-PARTY-LICENSES.txt /usr/local/share/doc/till/
ENV TILL_HOME=/data
VOLUME /data
USER till
ENTRYPOINT ["till"]

# Needs TILL_SANDBOX_TOKEN, because other containers can reach it.
FROM base AS sandbox
EXPOSE 4010
CMD ["sandbox", "start", "--host", "0.0.0.0", "--port", "4010"]

# Needs the address of the shared journal in TILL_JOURNAL.
FROM base AS worker
CMD ["worker"]

FROM base AS till
`;
}
