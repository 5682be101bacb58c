import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { readConfig } from "../../../lib/app/config.ts";
import {
  type DocumentDeps,
  documentFor,
} from "../../../lib/docs/document_cache.ts";
import { exampleLookups } from "../../../lib/docs/example_lookups.ts";
import { generateExamples } from "../../../lib/docs/examples.ts";
import { profileOf } from "../../support/profile.ts";
import { testApp } from "../../support/app.ts";
import { tempFolder } from "../../support/temp_folder.ts";

const dataRoot = new URL("../../../_data/", import.meta.url);

const deps = (env: Record<string, string> = {}): DocumentDeps => ({
  ...{ whois: null, exports: null, mcp: null, speedTest: null, dataRoot },
  config: readConfig((name) => env[name]),
  egress: { sightings: () => [] },
});
const documentAt = (origin: string, parts = deps()) =>
  documentFor(parts, { origin: `http://${origin}.test` });

Deno.test("documentFor - is generated once per origin", async () => {
  const parts = deps();
  const first = await documentAt("a", parts);
  assert.equal(await documentAt("a", parts), first);
  assert.equal(first.servers[0].url, "http://a.test");
  const { content } = first.paths["/api/request"].get!.responses[200];
  const example = content["application/json"].example as { url: string };
  assert.equal(example.url, "http://a.test/api/request");
});

Deno.test("documentFor - has examples once the build has written them", async () => {
  await using temporary = await tempFolder();
  const folder = pathToFileURL(`${temporary.path}/`);
  const parts = { ...deps(), dataRoot: folder };
  const exampleOf = async () => {
    const { paths } = await documentAt("a", parts);
    const { content } = paths["/api/v1/ip/{ip}"].get!.responses[200];
    return content["application/json"].example;
  };
  await Deno.writeTextFile(new URL("pending", folder), "city");
  assert.equal(await exampleOf(), undefined);
  const name = "examples.json";
  await Deno.copyFile(new URL(name, dataRoot), new URL(name, folder));
  assert.notEqual(await exampleOf(), undefined);
});

Deno.test("documentFor - the examples equal the server's responses", async () => {
  await using app = await testApp({ env: { GEO_EDITION: "city" } });
  const url = new URL("http://porthole.test");
  const { paths } = await documentFor(app.services, url);
  const cases = [
    ["/api/v1/ip/{ip}", "/api/v1/ip/193.0.6.139"],
    ["/api/v1/domain/{domain}", "/api/v1/ip/193.0.6.139"],
    ["/api/jsonip", "/api/jsonip"],
    ["/api/egress/exit", "/api/egress/exit"],
  ];
  for (const [path, requested] of cases) {
    const { content } = paths[path].get!.responses[200];
    const response = await app.get(requested, { peer: "193.0.6.139" });
    const { example } = content["application/json"];
    assert.deepEqual(example, await response.json(), path);
  }
  const text = paths["/asn"].get!.responses[200].content["text/plain"].example;
  const asn = await app.get("/asn", { peer: "193.0.6.139" });
  assert.equal(text, await asn.text());
});

Deno.test("generateExamples - describes only public resolvers", async () => {
  const described: string[] = [];
  const describeLocal = ({ text }: { text: string }) => {
    described.push(text);
    return profileOf(text, { country: "Nowhere", asn: 3333 });
  };
  const now = Date.UTC(2026, 10, 21);
  const { responses } = await generateExamples({ describeLocal }, now);
  const found = [...new Set(described)];
  assert.deepEqual(found, ["193.0.6.139", "2001:67c:2e8:22::c100:68b"]);
  assert.deepEqual(responses.getOwnCountry, { text: "Nowhere\n" });
  const { rdns_lookup: { summary, data } } = await exampleLookups(0);
  assert.deepEqual([summary.total, data], [1, {
    ip: "192.0.2.1",
    ptr: [{ value: "example.com", ttl: 300, forward_confirmed: true }],
    forward_confirmed: true,
    reserved_block: null,
  }]);
});

Deno.test("documentFor - caches 16 origins", async () => {
  const parts = deps();
  const of = (i: number) => documentAt(String(i), parts);
  const first = await of(0);
  for (let i = 1; i < 16; i++) await of(i);
  assert.equal(await of(0), first);
  for (let i = 1; i <= 16; i++) await of(i);
  assert.notEqual(await of(0), first);
});

Deno.test("documentFor - BASE_URL overrides the host of the request", async () => {
  const parts = deps({ BASE_URL: "https://ip.test" });
  const one = await documentAt("a", parts);
  assert.equal(one.servers[0].url, "https://ip.test");
  assert.equal(await documentAt("b", parts), one);
});

Deno.test("documentFor - marks disabled features", async () => {
  const { paths } = await documentAt("a");
  const isOff = (path: string) => paths[path].get?.["x-switched-off"];
  assert.equal(isOff("/whois/{target}"), true);
  assert.equal(isOff("/api/egress/dns/{nonce}"), undefined);
});

Deno.test("documentFor - retries after an error", async () => {
  const flaky = { ...deps(), dataRoot: new URL("none/", dataRoot) };
  const ask = () => documentAt("a", flaky);
  await assert.rejects(ask(), Deno.errors.NotFound);
  flaky.dataRoot = dataRoot;
  assert.equal((await ask()).openapi, "3.1.1");
});
