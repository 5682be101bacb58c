import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { outcomeOf, programTest, replaced } from "./program_test_of.ts";

const root = new URL("../../", import.meta.url);
const arch = Deno.build.arch === "x86_64" ? "amd64" : "arm64";
const archive = new URL(
  `dist/deb/porthole_${manifest.version}_${arch}.deb`,
  root,
).pathname;

programTest(
  "deno task deb - packs what the service needs, its unit and its configuration",
  "dpkg-deb",
  async (dpkgDeb, t) => {
    const { code, output } = await outcomeOf(
      Deno.execPath(),
      ["task", "--cwd", root.pathname, "deb"],
      // To compress 180 MB takes long.
      { DPKG_DEB_COMPRESSOR_TYPE: "none" },
    );
    assert.equal(code, 0, output);
    const folder = await Deno.makeTempDir({ prefix: "deb-" });
    try {
      await inspect(dpkgDeb, folder, t);
    } finally {
      await Deno.remove(folder, { recursive: true });
      await Deno.remove(archive);
    }
  },
);

async function inspect(dpkgDeb: string, folder: string, t: Deno.TestContext) {
  await t.step("its files are root's, and in their places", async () => {
    const { output } = await outcomeOf(dpkgDeb, ["--contents", archive]);
    const lines = output.trim().split("\n").map((line) => line.split(/\s+/));
    for (const [, owner] of lines) assert.equal(owner, "root/root");
    const paths = lines.map(([, , , , , path]) => path);
    const places = paths.filter((path) => !path.endsWith("/"))
      .map((path) =>
        /^\.\/(?:etc|usr\/(?:bin|lib\/systemd|lib|share\/doc))\/[^/]+/.exec(
          path,
        )?.[0]
      );
    assert.deepEqual([...new Set(places)].sort(), [
      "./etc/porthole",
      "./usr/bin/porthole",
      "./usr/lib/porthole",
      "./usr/lib/systemd/system",
      "./usr/share/doc/porthole",
    ]);
    const inLib = (path: string) =>
      paths.includes(`./usr/lib/porthole/${path}`);
    const cases = [
      "deno",
      "deno.json",
      "_server/main.mjs",
      "_server/index_worker.mjs",
      "_data/asn.bin",
      "_fresh/static/style.css",
      "static/favicon.svg",
    ];
    for (const path of cases) assert(inLib(path), path);
  });

  await t.step(
    "its control file names version, processor and configuration",
    async () => {
      const { output } = await outcomeOf(dpkgDeb, [
        "--field",
        archive,
        "Version",
        "Architecture",
      ]);
      assert.equal(
        output,
        `Version: ${manifest.version}\nArchitecture: ${arch}\n`,
      );
      const { output: conffiles } = await outcomeOf(dpkgDeb, [
        "--info",
        archive,
        "conffiles",
      ]);
      assert.equal(conffiles, "/etc/porthole/porthole.env\n");
    },
  );

  await t.step("unit and command start the packed Deno", async () => {
    const unpacked = await outcomeOf("sh", [
      ...[
        "-c",
        'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" ./usr/bin ./usr/lib/systemd',
      ],
      ...["sh", archive, folder],
    ]);
    assert.equal(unpacked.code, 0, unpacked.output);
    const unit = await Deno.readTextFile(
      `${folder}/usr/lib/systemd/system/porthole.service`,
    );
    const command = await Deno.readTextFile(`${folder}/usr/bin/porthole`);
    for (const text of [unit, command]) {
      assert.match(text, /\/usr\/lib\/porthole\/deno run .*\\\n\s+-P=serve /);
      assert.doesNotMatch(text, /\/opt\/|\/usr\/local\//);
    }
    await Deno.writeTextFile(
      `${folder}/porthole.service`,
      replaced(unit, "=/usr/lib/porthole/deno ", `=${Deno.execPath()} `),
    );
    const { code, output } = await outcomeOf("systemd-analyze", [
      "verify",
      `${folder}/porthole.service`,
    ]);
    assert.deepEqual([code, output], [0, ""]);
  });
}
