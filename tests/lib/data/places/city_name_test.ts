import assert from "node:assert/strict";
import fc from "fast-check";
import { splitCity } from "../../../../lib/data/places/city_name.ts";

const cases: [name: string, city: string, district?: string][] = [
  ["San Jose (Tasman and Zanker)", "San Jose", "Tasman and Zanker"],
  ["London (Brixton Hill)", "London", "Brixton Hill"],
  ["Seoul (Euljiro 2(i)-ga)", "Seoul", "Euljiro 2(i)-ga"],
  [
    "Zurich (Zurich (Kreis 3) / Alt-Wiedikon)",
    "Zurich",
    "Zurich (Kreis 3) / Alt-Wiedikon",
  ],
  ["Kempten (Allgau) (Halden)", "Kempten (Allgau)", "Halden"],
  ["Kempten (Allgau)", "Kempten (Allgau)"],
  ["Frankfurt (Oder)", "Frankfurt (Oder)"],
  ["Rickenbach (LU)", "Rickenbach (LU)"],
  ["Springfield (historical)", "Springfield"],
  ["Gronau (Gronau)", "Gronau"],
  ["Freiburg (Elbe) Flecken", "Freiburg (Elbe) Flecken"],
  ["Zone (Zona) E", "Zone (Zona) E"],
  [
    "Santa Rosa (Real) [Fraccionamiento]",
    "Santa Rosa (Real) [Fraccionamiento]",
  ],
  ["Mountain View", "Mountain View"],
  ["(Centro)", "(Centro)"],
  ["X ()", "X ()"],
  ["X ( )", "X ( )"],
  ["X (Y", "X (Y"],
  ["X Y)", "X Y)"],
];
for (const [name, city, district] of cases) {
  const what = district === undefined ? city : `${city}, ${district}`;
  Deno.test(`splitCity - ${name} is ${what}`, () => {
    assert.deepEqual(
      splitCity(name),
      district === undefined ? { city } : { city, district },
    );
  });
}

Deno.test("splitCity - separates any city and district that were joined", () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{3,8}$/);
  fc.assert(fc.property(word, word, (city, district) => {
    fc.pre(city !== district);
    // Words that belong to a name are covered by the cases above.
    fc.pre(splitCity(`X (${district})`).city === "X");
    assert.deepEqual(splitCity(`${city} (${district})`), { city, district });
  }));
});

Deno.test("splitCity - returns trimmed, non-empty parts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", " ", "(", ")") })
    .map((any) => any.trim()).filter((any) => any !== "");
  fc.assert(fc.property(text, (name) => {
    for (const part of Object.values(splitCity(name))) {
      assert.equal(part, part.trim());
      assert.notEqual(part, "");
    }
  }));
});
