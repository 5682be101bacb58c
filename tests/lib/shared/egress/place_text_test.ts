import assert from "node:assert/strict";
import {
  flagText,
  networkText,
  placeText,
} from "../../../../lib/shared/egress/place_text.ts";
import { egressTexts } from "../../../../lib/shared/texts/egress.ts";
import { placeOf, V4 } from "./reports.ts";

const { en } = egressTexts;

Deno.test("placeText - names the city or region and the country", () => {
  const cases: [Parameters<typeof placeOf>[1], string | null][] = [
    [{}, "Falkenstein, Germany"],
    [{ city: null }, "Saxony, Germany"],
    [{ city: null, region: null }, "Germany"],
    [{ city: "Singapore", country: "Singapore" }, "Singapore"],
    [{ city: null, region: null, country: null }, null],
    [{ city: "", region: "", country: "" }, null],
  ];
  for (const [known, text] of cases) {
    assert.equal(placeText(placeOf(V4, known), en), text);
  }
});

Deno.test("networkText - names the AS and who has it", () => {
  const cases: [Parameters<typeof placeOf>[1], string | null][] = [
    [{}, "AS24940 Hetzner Online GmbH"],
    [{ organization: null }, "AS24940"],
    [{ asn: null }, "Hetzner Online GmbH"],
    [{ asn: null, organization: null }, null],
  ];
  for (const [known, text] of cases) {
    assert.equal(networkText(placeOf(V4, known)), text);
  }
});

Deno.test("flagText - is the country's flag, or nothing", () => {
  const cases: [string | null, string][] = [
    ["DE", "🇩🇪"],
    ["ZW", "🇿🇼"],
    ["de", ""],
    ["DEU", ""],
    [null, ""],
  ];
  for (const [countryCode, flag] of cases) {
    assert.equal(flagText(placeOf(V4, { countryCode })), flag);
  }
});
