import assert from "node:assert/strict";
import { docsView } from "../../../lib/docs/docs_view.ts";
import type { ApiDocs } from "../../../lib/docs/view/docs_view.ts";
import { documentOf } from "../../support/openapi.ts";
import { testApp } from "../../support/app.ts";
import samples from "./docs_view.json" with { type: "json" };

const app = await testApp({ env: { RATE_LIMIT_TEXT: "1" } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const document = await documentOf(app);
const [docs, chinese] = (["en", "zh"] as const).map((language) =>
  docsView(document, language)
);
const endpointsOf = ({ groups }: ApiDocs) =>
  groups.flatMap((group) => group.endpoints);
const endpoints = endpointsOf(docs);
const CHINESE = /\p{Script=Han}/u;

function endpoint(path: string, of = docs) {
  const found = endpointsOf(of).find((endpoint) => endpoint.path === path);
  assert(found, path);
  return found;
}

Deno.test("docsView - contains every path of the document once", () => {
  const paths = endpoints.map(({ path }) => path);
  assert.deepEqual(paths.sort(), Object.keys(document.paths).sort());
});

Deno.test("docsView - curl lines work in a shell", () => {
  for (const [path, line] of samples.curl) {
    assert.equal(endpoint(path).curl, `curl ${line}`);
  }
});

Deno.test("docsView - links to endpoints without token and body that are enabled", () => {
  const untried = endpoints.filter(({ tryUrl }) => tryUrl === null);
  assert.deepEqual(untried.map(({ path }) => path), samples.paths);
  assert.equal(endpoint("/ip").tryUrl, "http://porthole.test/ip");
  assert.equal(endpoint("/api/speed/download").isSwitchedOff, true);
});

Deno.test("docsView - describes limits and quotas", () => {
  for (const [path, en, zh] of samples.limits) {
    assert.equal(endpoint(path).limit, en);
    assert.equal(endpoint(path, chinese).limit, zh);
  }
  assert.equal(
    docs.quotas,
    "Requests per month and token: 100 (free), 1,000 (standard) or the number set by an administrator (vip).",
  );
  const expected =
    "每个令牌每月可请求 100 次（free）、1,000 次（standard），或由管理员设定的次数（vip）。";
  assert.equal(chinese.quotas, expected);
});

Deno.test("docsView - parameters, errors and examples", () => {
  const { parameters, errors, examples } = endpoint("/lookup/{query}");
  assert.deepEqual(
    parameters.map(({ name, place, values }) => [name, place, values.length]),
    samples.parameters,
  );
  const inChinese = endpoint("/lookup/{query}", chinese);
  assert.deepEqual(
    inChinese.parameters.map(({ place }) => place),
    ["路径，必填", "查询参数，必填", ...Array(5).fill("查询参数，可选")],
  );
  const found = errors.map(({ status }) => status);
  assert.deepEqual(found, ["400", "403", "422", "429", "500", "503"]);
  assert.equal(examples.length, 8);
  assert.equal(inChinese.examples[0].label, "dns_lookup 的响应");
  const country = { text: "Netherlands", size: "line" };
  assert.deepEqual(
    [docs, chinese].map((of) => endpoint("/country", of).examples),
    [
      [{ label: "Text response", ...country }],
      [{ label: "文本响应", ...country }],
    ],
  );
  const text = '{\n  "ip": "193.0.6.139"\n}';
  const [, json] = endpoint("/").examples;
  assert.deepEqual(json, { label: "JSON response", text, size: "short" });
});

Deno.test("docsView - error examples come from the code", () => {
  const [plain] = docs.errorExamples;
  assert.deepEqual(JSON.parse(plain.text), {
    error: {
      code: "INVALID_IPV4",
      message:
        "This is not a valid IPv4 address. It needs four numbers from 0 to 255 without leading zeros, such as 192.0.2.7.",
    },
  });
  const labelsOf = ({ errorExamples }: ApiDocs) =>
    errorExamples.map(({ label }) => label);
  assert.deepEqual([docs, chinese].map(labelsOf), samples.labels);
});

/** What the document says of each thing, by what it says it of. */
function textsOf(docs: ApiDocs): Map<string, string> {
  const headers = [...docs.quotaHeaders, ...docs.limitHeaders];
  return new Map<string, string>([
    ...docs.paragraphs.map((text, i) => [`paragraph ${i}`, text] as const),
    ...docs.groups.map(({ id, description }) => [id, description] as const),
    ...headers.map(({ name, description }) => [name, description] as const),
    ...docs.codes.map(({ code, meaning }) => [code, meaning] as const),
    ...endpointsOf(docs).flatMap((
      { id, summary, paragraphs, parameters, limit },
    ) => [
      [id, summary] as const,
      [`${id} limit`, limit] as const,
      ...paragraphs.map((text, i) => [`${id} ${i}`, text] as const),
      ...parameters.flatMap(({ name, place, description }) => [
        [`${id} ${name}`, description] as const,
        [`${id} ${name} place`, place] as const,
      ]),
    ]),
  ]);
}

/** All that is no sentence. */
function factsOf(docs: ApiDocs): unknown {
  const endpoints = docs.groups.flatMap(({ id, endpoints }) =>
    endpoints.map((endpoint) => ({ group: id, ...endpoint }))
  );
  return {
    endpoints: endpoints.map((
      { summary: _, paragraphs: __, limit: ___, ...rest },
    ) => ({
      ...rest,
      parameters: rest.parameters.map(({ name, values }) => [name, values]),
      examples: rest.examples.map(({ text, size }) => [text, size]),
    })),
    codes: docs.codes.map(({ code, status }) => [code, status]),
    headers: [...docs.quotaHeaders, ...docs.limitHeaders]
      .map(({ name, example }) => [name, example]),
    errorExamples: docs.errorExamples.map(({ text, size }) => [text, size]),
  };
}

Deno.test("docsView - every English text has a Chinese one", () => {
  const [before, after] = [textsOf(docs), textsOf(chinese)];
  assert(before.size >= 120, `${before.size} are found`);
  assert.deepEqual([...after.keys()], [...before.keys()]);
  assert.deepEqual([...after].filter(([, text]) => !CHINESE.test(text)), []);
});

Deno.test("docsView - no Chinese text contains an English sentence", () => {
  const sentence = /(?:\b[a-z]+ ){3}/;
  const texts = [...textsOf(chinese)].filter(([, text]) => sentence.test(text));
  assert.deepEqual(texts, []);
});

Deno.test("docsView - Chinese sentences have punctuation, summaries have none", () => {
  const ids = new Set(endpointsOf(chinese).map(({ id }) => id));
  for (const [of, text] of textsOf(chinese)) {
    if (of.endsWith(" place")) continue;
    assert.equal(text.endsWith("。"), !ids.has(of), `${of}: ${text}`);
  }
});

Deno.test("docsView - paths, codes, limits and examples are the same in Chinese", () =>
  assert.deepEqual(factsOf(chinese), factsOf(docs)));

Deno.test("docsView - names the groups in Chinese", () => {
  const groups = chinese.groups.map(({ id, name }) => [id, name]);
  assert.deepEqual(groups, samples.groups);
});
