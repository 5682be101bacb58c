import assert from "node:assert/strict";
import { readFacts } from "../../../lib/facts/read_facts.ts";
import samples from "./read_facts.json" with { type: "json" };

const read = (text: string) =>
  readFacts("x.csv", text, { country: /^[A-Z]{2}$/, name: /./ }, ["country"]);

Deno.test("readFacts - rows with their lines; comments and quotes as in the README", () => {
  const text =
    '# By country\ncountry,name\nDE,"Bonn, am Rhein"\n# Next\nFR,#1\n';
  assert.deepEqual(read(text), [
    { cells: { country: "DE", name: "Bonn, am Rhein" }, at: "x.csv:3" },
    { cells: { country: "FR", name: "#1" }, at: "x.csv:5" },
  ]);
});

Deno.test("readFacts - keeps the order of rows without a key", () => {
  const rows = readFacts("x.csv", "name\nb\na\n", { name: /./ });
  assert.deepEqual(rows.map(({ cells }) => cells.name), ["b", "a"]);
});

for (const [why, text, message] of samples.badFiles) {
  Deno.test(`readFacts - reports ${why} with path and line`, () =>
    assert.throws(() => read(text), { message }));
}
