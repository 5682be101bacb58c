import assert from "node:assert/strict";
import {
  cookieValues,
  preferenceCookies,
  preferencesForm,
  preferencesOf,
} from "../../../lib/http/preferences.ts";
import fc from "fast-check";
import { LANGUAGES } from "../../../lib/i18n/language.ts";
import { forAll } from "../../support/for_all.ts";
import { assertResults } from "../../support/tables.ts";

const read = (cookie: string) => cookieValues(new Headers({ cookie }), "name");

Deno.test("cookieValues - up to three values of a name, in order, without those that this site never sets", () => {
  assert.deepEqual(read("name=a; other=b; name=c"), ["a", "c"]);
  assert.deepEqual(read("name=a; name=b; name=c; name=d"), ["a", "b", "c"]);
  assert.deepEqual(cookieValues(new Headers(), "name"), []);
  const long = "x".repeat(201);
  assert.deepEqual(read(`name; name=; name="a"; name=a b; name=${long}`), []);
  assert.deepEqual(read(`name=${long.slice(1)}`), [long.slice(1)]);
});

function languageOf(accepted: string, cookie = ""): string {
  return preferencesOf(new Headers({ "accept-language": accepted, cookie }))
    .language;
}

Deno.test("preferencesOf - English and the system's theme by default, or one of three themes", () => {
  const preferences = preferencesOf(new Headers());
  assert.deepEqual(preferences, { language: "en", theme: "auto" });
  const themeOf = (value: string) =>
    preferencesOf(new Headers({ cookie: `porthole_theme=${value}` })).theme;
  const themes = ["auto", "light", "dark"];
  assert.deepEqual([...themes, "blue"].map(themeOf), [...themes, "auto"]);
});

Deno.test("preferencesOf - the language that Accept-Language prefers", () =>
  assertResults(languageOf, {
    "zh": "zh",
    "zh-CN,zh;q=0.9,en;q=0.8": "zh",
    "zh-Hans-CN": "zh",
    "zh-TW": "zh",
    "en-GB,en;q=0.9,zh;q=0.8": "en",
    "de,fr;q=0.9": "en",
    "de,zh;q=0.5,en;q=0.4": "zh",
    "en;q=0,zh;q=0.1": "zh",
    "*": "en",
    "": "en",
    ";;q=,,": "en",
    ["zh,".repeat(1000)]: "en",
    ["zh".padEnd(499) + ","]: "zh",
    ["zh".padEnd(500) + ","]: "en",
  }));

Deno.test("preferencesOf - a stored choice overrides the header, and the language is always a supported one", () => {
  assert.equal(languageOf("zh", "porthole_language=en"), "en");
  assert.equal(languageOf("en", "porthole_language=zh"), "zh");
  assert.equal(languageOf("zh", "porthole_language=xx"), "zh");
  const both = "porthole_language=xx; porthole_language=zh";
  assert.equal(languageOf("en", both), "zh");
  const header = fc.stringMatching(/^[ -~]{0,80}$/);
  forAll(
    [header],
    (accepted) =>
      assert(LANGUAGES.some((language) => language === languageOf(accepted))),
  );
});

Deno.test("preferencesForm - needs a language or a theme that exists", () => {
  const isValid = (fields: Record<string, string>) =>
    preferencesForm.safeParse(fields).success;
  assert.equal(isValid({ language: "zh" }), true);
  assert.equal(isValid({ theme: "dark" }), true);
  assert.equal(isValid({ theme: "dark", language: "xx" }), true);
  assert.equal(isValid({ theme: "loud" }), false);
  assert.equal(isValid({}), false);
});

Deno.test("preferenceCookies - stores choices for a year", () => {
  const attributes = "Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000";
  assert.deepEqual(preferenceCookies({ theme: "dark" }), [
    `porthole_theme=dark; ${attributes}`,
  ]);
  assert.deepEqual(preferenceCookies({ theme: "auto", language: "zh" }), [
    `porthole_language=zh; ${attributes}`,
    `porthole_theme=auto; ${attributes}`,
  ]);
});
