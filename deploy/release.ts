/**
 * Compiles the binaries of a release, and packs each with the license and the
 * example configuration:
 *
 *     deno task release v0.1.0              dist/release/porthole-0.1.0-linux-x64.tar.gz …
 *     deno task release v0.1.0 linux-x64    for one system only
 *
 * The tag must be the version in `deno.json`.
 */
import { packTar } from "modern-tar";
import manifest from "../deno.json" with { type: "json" };

/** The targets of `deno compile`, by our names. */
const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-gnu",
  "linux-arm64": "aarch64-unknown-linux-gnu",
  "macos-x64": "x86_64-apple-darwin",
  "macos-arm64": "aarch64-apple-darwin",
  "windows-x64": "x86_64-pc-windows-msvc",
};

const root = new URL("../", import.meta.url);
const folder = new URL("dist/release/", root);

const { version } = manifest;
const [tag, ...names] = Deno.args;
if (tag !== `v${version}`) fail(`the version is v${version}, not ${tag}`);
const unknown = names.find((name) => !(name in TARGETS));
if (unknown) {
  fail(`unknown system ${unknown}; use one of ${Object.keys(TARGETS)}`);
}

await Deno.mkdir(folder, { recursive: true });
for (const name of names.length > 0 ? names : Object.keys(TARGETS)) {
  await release(name, `porthole-${version}-${name}.tar.gz`);
}

/** Compiles for one system, as `deno task compile` does, and packs the binary. */
async function release(name: string, archive: string): Promise<void> {
  const program = name.startsWith("windows") ? "porthole.exe" : "porthole";
  const binary = new URL(program, folder);
  const [, ...args] = manifest.tasks.compile.command
    .replace(
      " -o dist/porthole ",
      ` --target ${TARGETS[name]} -o ${binary.pathname} `,
    )
    .split(" ");
  const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: root })
    .spawn().status;
  if (code !== 0) Deno.exit(code);
  const tar = await packTar([
    await entry(program, binary, 0o755),
    await entry("LICENSE", new URL("LICENSE", root), 0o644),
    await entry("env.example", new URL(".env.example", root), 0o644),
  ]);
  await Deno.writeFile(
    new URL(archive, folder),
    new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip")),
  );
  await Deno.remove(binary);
  console.log(`dist/release/${archive}`);
}

async function entry(name: string, file: URL, mode: number) {
  const body = await Deno.readFile(file);
  return { header: { name, size: body.length, mode }, body };
}

function fail(text: string): never {
  console.error(text);
  Deno.exit(2);
}
