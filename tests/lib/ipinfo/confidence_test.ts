import assert from "node:assert/strict";
import {
  countryConfidence,
  lineTypeConfidence,
  spreadKm,
} from "../../../lib/ipinfo/confidence.ts";
import { PLACE_LIST } from "../../../lib/ipinfo/profile.ts";
import type {
  EvidenceDetail,
  Trait,
} from "../../../lib/ipinfo/view/evidence_detail.ts";
import { claimed, stated } from "../../support/evidence.ts";

/** A source that names one country, or a database and those that vote beside it. */
function naming(...codes: string[]) {
  return codes.length === 1
    ? { source: "other", facts: { countryCode: codes[0] } }
    : { source: "open-geo", facts: {}, countries: () => codes };
}

/** A network's own word. */
const published = (countryCode: string) => ({
  source: `${PLACE_LIST}aws`,
  facts: { countryCode },
});
const UNPLACED = {
  source: "other",
  facts: { city: "Paris", countryCode: undefined },
};

Deno.test("countryConfidence - by how many sources agree and contradict; below 50, with the country that most others name", () => {
  const cases = [
    [[naming("FR", "FR", "FR")], 99, 99],
    [[naming("FR"), naming("FR", "FR", "FR")], 99, 99],
    [[naming("FR"), naming("FR", "FR", "DE")], 80, 52],
    [[naming("FR", "FR")], 97, 97],
    [[naming("FR", "DE", "FR")], 80, 52],
    [[naming("FR")], 80, 80],
    [[naming("FR"), UNPLACED], 80, 80],
    // Registrations outvoted the database.
    [[naming("DE", "FR", "FR")], 80, 80],
    [[naming("DE", "FR", "DE")], 22, 80, "DE"],
    [[naming("FR", "DE", "FR", "DE")], 52, 52],
    [[naming("FR", "DE", "FR", "CH", "DE")], 22, 22, "DE"],
    [[naming("FR", "DE")], 22, 22, "DE"],
    [[naming("FR", "DE", "CH")], 22, 22, "DE"],
    [[naming("FR", "DE", "CH"), naming("CH")], 22, 22, "CH"],
    // A network's own word; alone, it is one source.
    [[published("FR")], 97, 97],
    [[published("FR"), naming("DE", "DE", "DE")], 97, 97],
    [[naming("FR", "DE"), published("DE")], 22, 22, "DE"],
  ] as const;
  for (const [contributions, v4, v6, alternative] of cases) {
    for (const [family, percent] of [[4, v4], [6, v6]] as const) {
      const found = countryConfidence("FR", contributions, family);
      const other = alternative && percent < 50 && { alternative };
      const what = JSON.stringify([family, contributions]);
      assert.deepEqual(found, { percent, ...other }, what);
    }
  }
  assert.deepEqual(countryConfidence(undefined, [], 4), { percent: null });
});

const SAID = {
  known: { code: "network-known", params: { asn: 1, networkType: "mobile" } },
  named: { code: "network-named", params: { asn: 1, networkType: "mobile" } },
} as const;

const evidenceOf = (
  source: string,
  kind: Trait,
  detail: EvidenceDetail,
  weight = 50,
) => stated(source, kind, weight, detail);

const list = evidenceOf("lists", "mobile", SAID.known);
const name = evidenceOf("lists", "mobile", SAID.named);

Deno.test("lineTypeConfidence - by what the line type rests on", () => {
  const other = evidenceOf("feed", "mobile", SAID.known);
  const cases = [
    [[list], 97],
    [[name], 90],
    [[name, list], 97],
    [[list, other], 98],
    // Not about the type of the line.
    [[list, evidenceOf("tor", "tor", SAID.known)], 97],
    [[list, other, evidenceOf("x", "hosting", SAID.known)], 70],
    [[list, evidenceOf("x", "mobile", SAID.known, -40)], 70],
    // Denies another type.
    [[list, evidenceOf("x", "hosting", SAID.known, -40)], 97],
  ] as const;
  for (const [evidence, expected] of cases) {
    assert.equal(lineTypeConfidence("mobile", evidence), expected);
  }
  assert.equal(lineTypeConfidence(null, [list]), null);
});

Deno.test("lineTypeConfidence - at most that of the system, if only that says so", () => {
  const params = { networkList: "mobile" } as const;
  const listed = { code: "network-listed", params } as const;
  const feed = evidenceOf("feed", "mobile", listed);
  const address = evidenceOf("x", "mobile", claimed("free", "mobile"));
  const denied = evidenceOf("x", "mobile", SAID.known, -40);
  const cases = [
    [[list], 73],
    [[name], 73],
    [[list, feed], 73],
    [[list, denied], 70],
    [[list, address], 98],
    [[address], 97],
  ] as const;
  for (const [evidence, expected] of cases) {
    assert.equal(lineTypeConfidence("mobile", evidence, 73), expected);
  }
});

Deno.test("spreadKm - how far the places of all sources in the country are apart", () => {
  const paris = { countryCode: "FR", latitude: 48.8566, longitude: 2.3522 };
  const lyon = { countryCode: "FR", latitude: 45.764, longitude: 4.8357 };
  const berlin = { countryCode: "DE", latitude: 52.52, longitude: 13.405 };
  const of = (...places: object[]) =>
    spreadKm(paris, places.map((facts) => ({ facts })));
  assert.equal(of(paris, lyon), 392);
  assert.equal(of(paris, paris), 5);
  assert.equal(of(paris, { ...lyon, latitude: undefined }), undefined);
  // Another country is a doubt about the country, not about the place.
  assert.equal(of(paris, berlin), undefined);
  assert.equal(of(paris), undefined);
  assert.equal(spreadKm({}, [{ facts: paris }, { facts: lyon }]), undefined);
});
