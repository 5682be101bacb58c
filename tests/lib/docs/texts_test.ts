import assert from "node:assert/strict";
import { docsView } from "../../../lib/docs/docs_view.ts";
import { CODES } from "../../../lib/docs/error_codes.ts";
import { HEADERS } from "../../../lib/docs/headers.ts";
import { OPERATIONS } from "../../../lib/docs/operations.ts";
import {
  apiTexts,
  groupText,
  operationText,
  parameterText,
} from "../../../lib/docs/texts.ts";
import { DENIED_TYPES } from "../../../lib/ipinfo/forward_auth/policy.ts";
import type { ApiDocs } from "../../../lib/docs/view/docs_view.ts";
import { testApp } from "../../support/app.ts";
import { documentOf } from "../../support/openapi.ts";

const app = await testApp({ env: { RATE_LIMIT_TEXT: "1" } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const document = await documentOf(app);
const english = docsView(document);
const chinese = docsView(document, "zh");
const CHINESE = /\p{Script=Han}/u;

Deno.test("apiTexts - has exactly the texts that the document uses", () => {
  const { groups, operations, paragraphs, parameters, headers, errors } =
    apiTexts.en;
  assert.deepEqual(
    Object.keys(groups),
    [...new Set(OPERATIONS.map(({ group }) => group))],
  );
  assert.deepEqual(Object.keys(operations), OPERATIONS.map(({ id }) => id));
  assert.deepEqual(Object.keys(headers), Object.keys(HEADERS));
  assert.deepEqual(Object.keys(errors), CODES);
  const named = Object.values(operations).flat()
    .flatMap((text) => /^\{(\w+)\}$/.exec(text)?.[1] ?? []);
  assert.deepEqual(
    [...new Set(named)].sort(),
    Object.keys(paragraphs).sort(),
  );
  const used = OPERATIONS.flatMap(({ id, parameters: all = [] }) =>
    all.map(({ name, text }) =>
      `${id}.${name}` in parameters ? `${id}.${name}` : text ?? name
    )
  );
  assert.deepEqual([...new Set(used)].sort(), Object.keys(parameters).sort());
});

Deno.test("apiTexts - each meaning of a code is a sentence", () => {
  for (const meaning of Object.values(apiTexts.en.errors)) {
    assert.match(meaning, /^[A-Z].*\.$/);
  }
});

Deno.test("apiTexts - name the types of address that forward authentication knows", () => {
  const key = "checkAccess.deny_type";
  const listed = { en: ", ", zh: "、" };
  for (const language of ["en", "zh"] as const) {
    const text = apiTexts[language].parameters[key];
    assert(text.includes(DENIED_TYPES.join(listed[language])), text);
  }
});

Deno.test("operationText - fills in shared paragraphs", () => {
  assert.deepEqual(operationText("en", "getOwnCity"), {
    summary: "The caller's city",
    paragraphs: ["Returns text, or 404 if the value is unknown."],
  });
  assert.deepEqual(operationText("zh", "getJsonIp"), {
    summary: "以 JSON 返回请求方地址",
    paragraphs: [],
  });
  // What is in braces without being a shared paragraph stays.
  const [line] = operationText("en", "getAsIpApiCsv").paragraphs;
  assert.match(line, /^Like \/json\/\{query\}, /);
});

Deno.test("parameterText - its own text, else that of its name or the named one", () => {
  assert.equal(
    parameterText("en", "getAddress", "callback"),
    "For jsonp: the function to call. Default: callback.",
  );
  assert.match(parameterText("en", "getGeoip", "callback"), /^JSONP callback:/);
  assert.equal(
    parameterText("zh", "getOwnCity", "ip", "otherIp"),
    "请求方地址以外的另一个地址。",
  );
});

Deno.test("texts - throw for a key without a text", () => {
  const none = /^Error: the API's description has no text for nothing$/;
  assert.throws(() => groupText("en", "nothing"), none);
  assert.throws(() => operationText("en", "nothing"), none);
  assert.throws(() => parameterText("en", "getIp", "nothing"), none);
});

/** What the document says of each thing, by what it says it of. */
function textsOf(docs: ApiDocs): Map<string, string> {
  const endpoints = docs.groups.flatMap((group) => group.endpoints);
  return new Map([
    ...docs.paragraphs.map((text, i) => [`paragraph ${i}`, text] as const),
    ...docs.groups.map(({ id, description }) => [id, description] as const),
    ...[...docs.quotaHeaders, ...docs.limitHeaders].map((
      { name, description },
    ) => [name, description] as const),
    ...docs.codes.map(({ code, meaning }) => [code, meaning] as const),
    ...endpoints.flatMap(({ id, summary, paragraphs, parameters, limit }) => [
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
  const [before, after] = [textsOf(english), textsOf(chinese)];
  assert(before.size >= 120, `${before.size} are found`);
  assert.deepEqual([...after.keys()], [...before.keys()]);
  const untranslated = [...after].filter(([, text]) => !CHINESE.test(text));
  assert.deepEqual(untranslated, []);
});

Deno.test("docsView - no Chinese text contains an English sentence", () => {
  const rows = [...textsOf(chinese)].filter(([, text]) =>
    /(?:\b[a-z]+ ){3}/.test(text)
  );
  assert.deepEqual(rows, []);
});

Deno.test("docsView - Chinese sentences have punctuation, summaries have none", () => {
  const ids = new Set(
    chinese.groups.flatMap(({ endpoints }) => endpoints.map(({ id }) => id)),
  );
  for (const [of, text] of textsOf(chinese)) {
    if (of.endsWith(" place")) continue;
    assert.equal(text.endsWith("。"), !ids.has(of), `${of}: ${text}`);
  }
});

Deno.test("docsView - paths, codes, limits and examples are the same in Chinese", () => {
  assert.deepEqual(factsOf(chinese), factsOf(english));
});

Deno.test("docsView - describes limits, quotas and parameter locations in Chinese", () => {
  const endpoint = (path: string) => {
    const found = chinese.groups.flatMap((group) => group.endpoints)
      .find((endpoint) => endpoint.path === path);
    assert(found, path);
    return found;
  };
  assert.equal(endpoint("/asn").limit, "每分钟 1 次请求。");
  assert.equal(endpoint("/api/v1").limit, "不限流。");
  assert.equal(
    endpoint("/").limit,
    "每分钟请求数取决于请求类型：1 次（text）、60 次（jsonip）、120 次（pages）。",
  );
  assert.equal(endpoint("/api/v2").limit, "计入令牌的月配额。");
  assert.equal(
    chinese.quotas,
    "每个令牌每月可请求 100 次（free）、1,000 次（standard），或由管理员设定的次数（vip）。",
  );
  const { parameters, examples } = endpoint("/lookup/{query}");
  assert.deepEqual(parameters.map(({ place }) => place), [
    "路径，必填",
    "查询参数，必填",
    "查询参数，可选",
    "查询参数，可选",
    "查询参数，可选",
    "查询参数，可选",
    "查询参数，可选",
  ]);
  assert.equal(examples[0].label, "dns_lookup 的响应");
  assert.deepEqual(endpoint("/country").examples, [
    { label: "文本响应", text: "Netherlands", size: "line" },
  ]);
  assert.deepEqual(
    chinese.errorExamples.map(({ label }) => label),
    [
      "GeoIP 及其他无版本接口",
      "V1、V2 和 whois",
      "DNS 查询",
      "GeoIP2 网络服务",
      "V2，配额用尽时",
    ],
  );
  assert.deepEqual(
    chinese.groups.map(({ id, name }) => [id, name]),
    [
      ["public-ip", "公网 IP"],
      ["geoip", "GeoIP"],
      ["v1", "V1"],
      ["v2", "V2"],
      ["compatible-formats", "兼容格式"],
      ["dns-lookup", "DNS 查询"],
      ["whois", "Whois"],
      ["leak-test", "泄漏检测"],
      ["openapi", "OpenAPI"],
    ],
  );
});
