import assert from "node:assert/strict";
import {
  addressCard,
  networkCard,
  systemCard,
} from "../../../../lib/ipinfo/preview/preview_card.ts";
import { DEFAULT_FIELD_SETTINGS } from "../../../../lib/ipinfo/view/home_fields.ts";
import { profileOf } from "../../../support/profile.ts";

const germany = { country: "Germany", countryCode: "DE" };
const holder = { isp: "A Net", asnConfidence: 73 };
const sample = profileOf("2001:db9::", { ...germany, ...holder });
const facts = { sample, countryCode: "FR", announced: [] };

Deno.test("addressCard - is headed by the name, if there is one", () => {
  const headings = [null, "a.example"].map((name) => {
    const card = addressCard(name, sample, DEFAULT_FIELD_SETTINGS);
    return [card.caption, card.heading];
  });
  assert.deepEqual(headings, [
    ["IPv6 address", "2001:db9::"],
    ["Domain name", "a.example"],
  ]);
});

Deno.test("networkCard - says that its facts are those of the first address", () => {
  const card = networkCard("2001:db9::/32", facts, DEFAULT_FIELD_SETTINGS);
  assert.deepEqual(card, {
    caption: "IPv6 network by its first address",
    heading: "2001:db9::/32",
    flag: "de",
    place: "Germany",
    holder: "Registered to A Net",
    spot: null,
  });
});

Deno.test("systemCard - has the holder of the system itself, in the country of its registration", () => {
  assert.deepEqual(systemCard("AS1", facts, DEFAULT_FIELD_SETTINGS), {
    caption: "Autonomous system",
    heading: "AS1",
    flag: "fr",
    place: "France",
    holder: "A Net",
    spot: null,
  });
});
