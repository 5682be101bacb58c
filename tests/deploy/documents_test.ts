import assert from "node:assert/strict";
import { parseEnv } from "node:util";
import { readConfig } from "../../lib/app/config.ts";

const root = new URL("../../", import.meta.url);
const documents = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...Array.from(Deno.readDirSync(new URL("docs/", root)), ({ name }) => name)
    .filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
];

const textOf = (path: string) => Deno.readTextFile(new URL(path, root));

Deno.test("documents - every link leads to a file or a heading", async () => {
  let count = 0;
  for (const path of documents) {
    const text = await textOf(path);
    const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      "#" + heading.toLowerCase().replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-")
    );
    const found = text.matchAll(/\]\(([^)\s]+)\)/g);
    const links = Array.from(found, ([, link]) => link);
    count += links.length;
    for (const link of links) {
      if (link.startsWith("#")) {
        assert(anchors.includes(link), `${path}: ${link}`);
      } else if (!link.startsWith("https:")) {
        await Deno.stat(new URL(link, new URL(path, root)));
      }
    }
  }
  assert(count > documents.length);
});

Deno.test("documents - every file they mention exists", async () => {
  const pattern =
    /(?<![\w/.])(?:lib|routes|components|tests|deploy|docs)\/[\w./-]*[\w/]/g;
  for (const path of documents) {
    for (const file of (await textOf(path)).match(pattern) ?? []) {
      if (/NAME|Name/.test(file)) continue;
      const missing = () => assert.fail(`${path}: ${file}`);
      await Deno.stat(new URL(file, root)).catch(missing);
    }
  }
});

Deno.test("homelab.md - the service accepts its lines of .env", async () => {
  const text = await textOf("docs/homelab.md");
  const indented = text.match(/^ {4}([A-Z0-9_]+=.*)$/gm) ?? [];
  const lines = parseEnv(indented.map((line) => line.trim()).join("\n"));
  const config = readConfig((name) => lines[name]);
  assert.equal(config.BASE_URL?.href, "http://192.168.1.10:8000/");
  assert.equal(config.DNS_PROBE_ZONE, "probe.home.arpa");
  const unknown = Object.keys(lines).filter((name) => !(name in config));
  assert.deepEqual(unknown, []);
});
