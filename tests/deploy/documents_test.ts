import assert from "node:assert/strict";
import { parseEnv } from "node:util";
import { readConfig } from "../../lib/app/config.ts";

const root = new URL("../../", import.meta.url);
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...Array.from(Deno.readDirSync(new URL("docs/", root)), ({ name }) => name)
    .filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
];

const textOf = (path: string) => Deno.readTextFile(new URL(path, root));

Deno.test("documents - every link leads to a file or a heading", async () => {
  let found = 0;
  for (const path of documents) {
    const text = await textOf(path);
    const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      "#" + heading.toLowerCase().replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-")
    );
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) =>
      link
    );
    found += links.length;
    for (const link of links) {
      if (link.startsWith("#")) {
        assert(anchors.includes(link), `${path}: ${link}`);
      } else if (!link.startsWith("https:")) {
        await Deno.stat(new URL(link, new URL(path, root)));
      }
    }
  }
  assert(found > documents.length);
});

Deno.test("documents - every file they mention exists", async () => {
  const folders = "lib|routes|components|tests|deploy|docs";
  for (const path of documents) {
    const named = (await textOf(path)).matchAll(
      RegExp(`(?<![\\w/.])(?:${folders})/[\\w./-]*[\\w/]`, "g"),
    );
    for (const [file] of named) {
      if (/NAME|Name/.test(file)) continue;
      await Deno.stat(new URL(file, root)).catch(() =>
        assert.fail(`${path}: ${file}`)
      );
    }
  }
});

Deno.test("homelab.md - the service accepts its lines of .env", async () => {
  const text = await textOf("docs/homelab.md");
  const lines = parseEnv(
    [...text.matchAll(/^ {4}([A-Z0-9_]+=.*)$/gm)].map(([, line]) => line)
      .join("\n"),
  );
  const config = readConfig((name) => lines[name]);
  assert.equal(config.BASE_URL?.href, "http://192.168.1.10:8000/");
  assert.equal(config.DNS_PROBE_ZONE, "probe.home.arpa");
  assert.deepEqual(
    Object.keys(lines).filter((name) => !(name in config)),
    [],
  );
});
