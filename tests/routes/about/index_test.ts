import assert from "node:assert/strict";
import { adminTexts } from "../../../lib/admin/view/texts.ts";
import {
  DATA_NOTICES,
  SOFTWARE_NOTICES,
} from "../../../lib/docs/view/texts.ts";
import { testApp } from "../../support/app.ts";
import { FormClient, pageOf } from "../../support/forms.ts";
import manifest from "../../../deno.json" with { type: "json" };

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());
const response = await new FormClient(app).get("/about");
const html = await pageOf(response);

/** An identifier is kept in one line. */
const cellOf = (license: string) =>
  license.includes(" ") ? license : `<span class="license">${license}</span>`;

Deno.test("GET /about - describes the service, with its version", () => {
  assert.match(html, /<title>About – Porthole<\/title>/);
  assert.match(html, /<meta name="description" content="The version of this /);
  assert.match(html, /<h1>About<\/h1>/);
  const version = manifest.version.replaceAll(".", "\\.");
  assert.match(html, RegExp(`<dt>Version</dt><dd ?>${version}</dd>`));
  assert.match(html, /<dt>License<\/dt><dd ?>MIT<\/dd>/);
});

Deno.test("GET /about - credits the databases in use", () => {
  const credits = app.services.credits();
  assert(credits.length > 0);
  const [, table = ""] =
    /<h2>Databases in use<\/h2>(.*?)<\/table>/.exec(html) ?? [];
  const { places, networks } = adminTexts.en.data.sources;
  const names: Readonly<Record<string, string>> = {
    ...places.names,
    ...networks.names,
  };
  for (const { name, url, attribution, license, builtOn } of credits) {
    assert(table.includes(`<a href="${url}">${attribution}</a>`), name);
    const shown = names[name] ?? name;
    for (const text of [shown, cellOf(license), `<time>${builtOn}</time>`]) {
      assert(table.includes(`>${text}</td>`), text);
    }
  }
});

Deno.test("GET /about - lists bundled data and software with their licenses", () => {
  for (const { url, from } of DATA_NOTICES) {
    assert(html.includes(`<a href="${url}">${from}</a>`), from);
  }
  assert.match(html, />World map<\/td>.*?>Public domain<\/td>/);
  for (const { name, license } of SOFTWARE_NOTICES) {
    const [software, cell] = [name, cellOf(license)].map(RegExp.escape);
    assert.match(html, RegExp(`>${software}</td><td[^>]*>${cell}</td>`));
  }
});
