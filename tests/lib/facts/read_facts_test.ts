import assert from "node:assert/strict";
import { readFacts } from "../../../lib/facts/read_facts.ts";

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

const cases = [
  [
    "other columns",
    "name,country\n",
    "x.csv:1: the columns are not country,name",
  ],
  ["a cell too few", "country,name\nDE\n", "x.csv:2: 1 cells, not 2"],
  ["a cell too many", "country,name\nDE,Bonn,1\n", "x.csv:2: 3 cells, not 2"],
  [
    "an invalid cell",
    "country,name\nDE,Bonn\nfr,Paris\n",
    'x.csv:3: "fr" is not a valid country',
  ],
  [
    "a duplicate",
    "country,name\nDE,Bonn\n#\nDE,Ulm\n",
    "x.csv:4: DE is a duplicate",
  ],
  [
    "a row out of order",
    "country,name\nFR,Paris\nDE,Bonn\n",
    "x.csv:3: DE is out of order",
  ],
  ["an empty line", "country,name\n\nDE,Bonn\n", "x.csv:2: 1 cells, not 2"],
];
for (const [why, text, message] of cases) {
  Deno.test(`readFacts - reports ${why} with path and line`, () => {
    assert.throws(() => read(text), { message });
  });
}
