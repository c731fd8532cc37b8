/** What the files of a release are made from. */
export interface Release {
  version: string;
  /** The address below which the archives are, without a slash at the end. */
  page: string;
  /** The SHA-256 of each archive by its name: `till-1.0.0-linux-x64.tar.gz`. */
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
  const name = `till-${version}-${system}.tar.gz`;
  const sum = sums[name];
  if (sum === undefined) throw new Error(`There is no checksum of ${name}`);
  return { name, url: `${page}/${name}`, sum };
}

const has = ({ version, sums }: Release, system: string) =>
  sums[`till-${version}-${system}.tar.gz`] !== undefined;

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
    man1.install Dir["man/*.1"]
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
      return [[name, { url, hash: sum, extract_dir: file.replace(/\.tar\.gz$/, "") }]];
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
