import assert from "node:assert/strict";
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

Deno.test("apiTexts - has exactly the texts that the document uses", () => {
  const { groups, operations, paragraphs, parameters, headers, errors } =
    apiTexts.en;
  const inUse = new Set(OPERATIONS.map(({ group }) => group));
  assert.deepEqual(Object.keys(groups), [...inUse]);
  assert.deepEqual(Object.keys(operations), OPERATIONS.map(({ id }) => id));
  assert.deepEqual(Object.keys(headers), Object.keys(HEADERS));
  assert.deepEqual(Object.keys(errors), CODES);
  const named = Object.values(operations).flat()
    .flatMap((text) => /^\{(\w+)\}$/.exec(text)?.[1] ?? []);
  assert.deepEqual([...new Set(named)].sort(), Object.keys(paragraphs).sort());
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
  const text = parameterText("en", "getAddress", "callback");
  assert.equal(text, "For jsonp: the function to call. Default: callback.");
  assert.match(parameterText("en", "getGeoip", "callback"), /^JSONP callback:/);
  const actual = parameterText("zh", "getOwnCity", "ip", "otherIp");
  assert.equal(actual, "请求方地址以外的另一个地址。");
});

Deno.test("texts - throw for a key without a text", () => {
  const none = /^Error: the API's description has no text for nothing$/;
  assert.throws(() => groupText("en", "nothing"), none);
  assert.throws(() => operationText("en", "nothing"), none);
  assert.throws(() => parameterText("en", "getIp", "nothing"), none);
});
