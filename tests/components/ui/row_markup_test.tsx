import assert from "node:assert/strict";
import { withoutReferences } from "../../support/references.ts";
import fc from "fast-check";
import { renderToString } from "preact-render-to-string";
import { LanguageProvider } from "../../../components/ui/language.ts";
import {
  addressMarkup,
  valueMarkup,
} from "../../../components/ui/row_markup.ts";
import type { Row } from "../../../components/ui/RowList.tsx";
import { Rows } from "../../../components/ui/Rows.tsx";
import { AddressText } from "../../../components/ui/AddressText.tsx";
import { WhoisContext } from "../../../components/ui/TargetText.tsx";
import { LANGUAGES } from "../../../lib/i18n/language.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./row_markup.json" with { type: "json" };

const VALUES = samples.values as Row["value"][];

/** What `Rows` shows of a value that leads to no registration. */
function rendered(row: Row, language: "en" | "zh"): string {
  const html = renderToString(
    <LanguageProvider value={language}>
      <WhoisContext.Provider value={false}>
        <Rows rows={[row]} />
      </WhoisContext.Provider>
    </LanguageProvider>,
  );
  return /<dd[^>]*>(.*)<\/dd>/s.exec(html)![1];
}

Deno.test("valueMarkup - is what Rows shows", () => {
  const values = fc.oneof(fc.constantFrom(...VALUES), fc.string());
  forAll(
    [values, fc.boolean(), fc.constantFrom(...LANGUAGES)],
    (value, mono, language) => {
      assert.equal(
        withoutReferences(valueMarkup({ value, mono }, { language })),
        withoutReferences(rendered({ label: "", value, mono }, language)),
      );
    },
  );
});

Deno.test("addressMarkup - is what AddressText shows", () => {
  for (const ip of ["192.0.2.1", "2001:db8::1", "::"]) {
    const html = renderToString(<AddressText ip={ip} />);
    assert.equal(addressMarkup(ip, "en"), html);
  }
});

Deno.test("valueMarkup - lets a time zone wrap after its slashes, and nothing else", () => {
  const html = (value: string) =>
    valueMarkup({ value, mono: false }, { language: "en" });
  const wrapped = "America/<wbr>Argentina/<wbr>Buenos_Aires";
  assert.equal(html("America/Argentina/Buenos_Aires"), wrapped);
  assert.equal(html("HTTP/2"), "HTTP/2");
});
