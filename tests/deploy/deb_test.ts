import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { words } from "../support/tables.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { outcomeOf, programTest, replaced } from "./program_test_of.ts";

const root = new URL("../../", import.meta.url);
const arch = Deno.build.arch === "x86_64" ? "amd64" : "arm64";
const { version } = manifest;
const name = `dist/deb/porthole_${version}_${arch}.deb`;
const archive = new URL(name, root).pathname;

programTest(
  "deno task deb - packs what the service needs, its unit and its configuration",
  "dpkg-deb",
  async (dpkgDeb, test) => {
    const { code, output } = await outcomeOf(
      Deno.execPath(),
      ["task", "--cwd", root.pathname, "deb"],
      // To compress 180 MB takes long.
      { DPKG_DEB_COMPRESSOR_TYPE: "none" },
    );
    assert.equal(code, 0, output);
    try {
      await using folder = await tempFolder("deb-");
      await inspect(dpkgDeb, folder.path, test);
    } finally {
      await Deno.remove(archive);
    }
  },
);

async function inspect(
  dpkgDeb: string,
  folder: string,
  test: Deno.TestContext,
) {
  await test.step("its files are root's, and in their places", async () => {
    const { output } = await outcomeOf(dpkgDeb, ["--contents", archive]);
    const lines = output.trim().split("\n").map((line) => line.split(/\s+/));
    for (const [, owner] of lines) assert.equal(owner, "root/root");
    const paths = lines.map(([, , , , , path]) => path);
    const place =
      /^\.\/(?:etc|usr\/(?:bin|lib\/systemd|lib|share\/doc))\/[^/]+/;
    const places = paths.filter((path) => !path.endsWith("/"))
      .map((path) => place.exec(path)?.[0]);
    const expected = words`./etc/porthole ./usr/bin/porthole
      ./usr/lib/porthole ./usr/lib/systemd/system ./usr/share/doc/porthole`;
    assert.deepEqual([...new Set(places)].sort(), expected);
    const packed = words`deno deno.json _server/main.mjs
      _server/index_worker.mjs _data/asn.bin _fresh/static/style.css
      static/favicon.svg`;
    for (const path of packed) {
      assert(paths.includes(`./usr/lib/porthole/${path}`), path);
    }
  });

  await test.step("its control file names version, processor and configuration", async () => {
    const fields = ["--field", archive, "Version", "Architecture"];
    const { output } = await outcomeOf(dpkgDeb, fields);
    assert.equal(output, `Version: ${version}\nArchitecture: ${arch}\n`);
    const info = await outcomeOf(dpkgDeb, ["--info", archive, "conffiles"]);
    assert.equal(info.output, "/etc/porthole/porthole.env\n");
  });

  await test.step("unit and command start the packed Deno", async () => {
    const unpack =
      'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" ./usr/bin ./usr/lib/systemd';
    const args = ["-c", unpack, "sh", archive, folder];
    const unpacked = await outcomeOf("sh", args);
    assert.equal(unpacked.code, 0, unpacked.output);
    const file = `${folder}/usr/lib/systemd/system/porthole.service`;
    const unit = await Deno.readTextFile(file);
    const command = await Deno.readTextFile(`${folder}/usr/bin/porthole`);
    for (const text of [unit, command]) {
      assert.match(text, /\/usr\/lib\/porthole\/deno run .*\\\n\s+-P=serve /);
      assert.doesNotMatch(text, /\/opt\/|\/usr\/local\//);
    }
    const copy = `${folder}/porthole.service`;
    const own = `=${Deno.execPath()} `;
    const text = replaced(unit, "=/usr/lib/porthole/deno ", own);
    await Deno.writeTextFile(copy, text);
    const verified = await outcomeOf("systemd-analyze", ["verify", copy]);
    assert.deepEqual(verified, { code: 0, output: "" });
  });
}
