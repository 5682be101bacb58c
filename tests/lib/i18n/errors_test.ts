import assert from "node:assert/strict";
import { errorText, fieldError } from "../../../lib/i18n/errors.ts";

Deno.test("errorText - leaves English as it is", () => {
  const message = "There is nothing at this address.";
  assert.equal(errorText("en", message), message);
});

Deno.test("errorText - is Chinese, with the values of the sentence", () => {
  const cases: [english: string, chinese: string][] = [
    ["There is nothing at this address.", "这个地址没有任何内容。"],
    [
      "Please slow down: the limit here is 120 requests in 60 seconds; try again in 1 second.",
      "请求过于频繁：此处每 60 秒限 120 次，请在 1 秒后重试。",
    ],
    [
      "This is too long: at most 200 characters.",
      "内容过长：最多 200 个字符。",
    ],
    ["Only GET, HEAD are answered here.", "这里只支持 GET, HEAD。"],
  ];
  for (const [english, chinese] of cases) {
    assert.equal(errorText("zh", english), chinese);
  }
});

Deno.test("errorText - shows what nobody has translated as it came", () => {
  assert.equal(errorText("zh", "constructor"), "constructor");
  assert.equal(errorText("zh", "A new fault."), "A new fault.");
});

Deno.test("faultOf - is what is wrong with that very field", () => {
  const fault = { field: "email", message: "Taken." };
  assert.equal(fieldError("email", fault), "Taken.");
  assert.equal(fieldError("password", fault), undefined);
  assert.equal(
    fieldError("email", { field: null, message: "Later." }),
    undefined,
  );
  assert.equal(fieldError("email", null), undefined);
});
