/**
 * Makes a Debian package for this machine's processor,
 * `dist/deb/porthole_….deb`:
 *
 *     deno task deb
 *
 * The package contains the bundle and the Deno executable that runs this
 * script, because Debian has no Deno, and because a compiled binary would not
 * have the permissions in `deno.json`. The unit and the command are
 * `porthole.service` and `porthole.sh` with other paths.
 */
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import manifest from "../deno.json" with { type: "json" };

const { version } = manifest;
const arch = Deno.build.arch === "x86_64" ? "amd64" : "arm64";
const root = new URL("../", import.meta.url);
const staged = new URL("dist/deb/staged/", root);
const archive = `dist/deb/porthole_${version}_${arch}.deb`;

if (existsSync(staged)) await Deno.remove(staged, { recursive: true });

const built = ["_server", "_data", "_fresh/client", "_fresh/static", "static"];
for (const path of [...built, "deno.json"]) {
  await copy(path, `usr/lib/porthole/${path}`);
}
const deno = new URL("usr/lib/porthole/deno", staged);
await Deno.copyFile(Deno.execPath(), deno);
await Deno.chmod(deno, 0o755);

await copy("LICENSE", "usr/share/doc/porthole/copyright");
await copy("CHANGELOG.md", "usr/share/doc/porthole/CHANGELOG.md");
await copy("README.md", "usr/share/doc/porthole/README.md");
await copy("docs", "usr/share/doc/porthole/docs");

await copy(".env.example", "etc/porthole/porthole.env");
await Deno.symlink(
  "/etc/porthole/porthole.env",
  new URL("usr/lib/porthole/.env", staged),
);
await write(
  "usr/lib/systemd/system/porthole.service",
  withPaths(await Deno.readTextFile(new URL("deploy/porthole.service", root))),
);
await write(
  "usr/bin/porthole",
  withPaths(await Deno.readTextFile(new URL("deploy/porthole.sh", root))),
  0o755,
);

await copy("deploy/deb", "DEBIAN");
await write("DEBIAN/conffiles", "/etc/porthole/porthole.env\n");
await write(
  "DEBIAN/control",
  `Package: porthole
Version: ${version}
Architecture: ${arch}
Maintainer: Porthole contributors <porthole@users.noreply.github.com>
Installed-Size: ${Math.ceil(sizeOf(staged) / 1024)}
Depends: adduser, libc6, libgcc-s1
Section: net
Priority: optional
Description: shows how the internet sees you
 Porthole is a self-hosted service that returns the public address of its
 visitors, tells where any address or domain name is located and what kind of
 connection it belongs to, and looks up DNS records and registrations.
`,
);

const { code } = await new Deno.Command("dpkg-deb", {
  args: ["--root-owner-group", "--build", fileURLToPath(staged), archive],
  cwd: root,
  // Takes seconds; the default, xz, takes minutes.
  env: {
    DPKG_DEB_COMPRESSOR_TYPE: Deno.env.get("DPKG_DEB_COMPRESSOR_TYPE") ??
      "zstd",
  },
}).spawn().status;
await Deno.remove(staged, { recursive: true });
if (code !== 0) Deno.exit(code);

async function copy(from: string, to: string): Promise<void> {
  await cp(new URL(from, root), new URL(to, staged), { recursive: true });
}

async function write(path: string, text: string, mode = 0o644): Promise<void> {
  const file = new URL(path, staged);
  await Deno.mkdir(new URL(".", file), { recursive: true });
  await Deno.writeTextFile(file, text, { mode });
}

/**
 * Replaces the paths with the package's, and removes the comment on manual
 * installation.
 */
function withPaths(text: string): string {
  return text
    .replace(/^# \/etc\/systemd[^]*?\n\n/, "")
    .replace("file:///opt/porthole/", "file:///usr/share/doc/porthole/")
    .replace(/^# \/usr\/local\/bin\/porthole: lets/m, "# Lets")
    .replaceAll("/opt/porthole", "/usr/lib/porthole")
    .replaceAll("/usr/local/bin/deno", "/usr/lib/porthole/deno");
}

/** Size of a folder's files in bytes. */
function sizeOf(folder: URL): number {
  let size = 0;
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = new URL(encodeURIComponent(name), `${folder.href}/`);
    size += isDirectory ? sizeOf(path) : Deno.lstatSync(path).size;
  }
  return size;
}
