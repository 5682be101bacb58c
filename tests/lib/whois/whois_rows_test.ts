import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeWhois,
  parseRows,
  recordLines,
} from "../../../lib/whois/whois_rows.ts";

const encoder = new TextEncoder();

Deno.test("decodeWhois - decodes each line in its own encoding", () => {
  const bytes = Uint8Array.from([
    ...encoder.encode("Name: Müller\r\nName: "),
    ...[0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x0d, 0x0a],
    ...[0x80, 0x0a],
    ...encoder.encode("東京"),
  ]);
  assert.equal(decodeWhois(bytes), "Name: Müller\nName: Müller\n€\n東京");
});

Deno.test("decodeWhois - leaves UTF-8 as it is, except line endings", () => {
  assert.equal(decodeWhois(new Uint8Array()), "");
  const text = fc.string({ unit: "grapheme" })
    .filter((text) => !/[\r\n\ufeff]/.test(text));
  fc.assert(fc.property(fc.array(text), (lines) => {
    const sent = encoder.encode(lines.map((line) => `${line}\r\n`).join(""));
    assert.equal(decodeWhois(sent), lines.join("\n"));
  }));
});

Deno.test("decodeWhois - strips all carriage returns from line ends only, in linear time", () => {
  const bytes = encoder.encode("\na\rb\r\r\n\r\nc\r");
  assert.equal(decodeWhois(bytes), "\na\rb\n\nc");
  // In quadratic time, this takes minutes.
  const returns = "\r".repeat(256 * 1024 - 1);
  assert.equal(decodeWhois(encoder.encode(`${returns}x`)), `${returns}x`);
});

Deno.test("decodeWhois - decodes any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    assert(decodeWhois(bytes).isWellFormed());
  }));
});

Deno.test("recordLines - drops invisible characters, repeated blank lines and long lines", () => {
  const text = `a:\tb\u0000\u001b[31m  \n\n\n \n${"x".repeat(301)}\n  c`;
  assert.deepEqual(recordLines(text), ["a:  b[31m", "", "  c"]);
  assert.deepEqual(recordLines("x".repeat(300)), ["x".repeat(300)]);
  assert.equal(recordLines("a\n".repeat(5_000)).length, 1_000);
  assert.equal(recordLines("\n".repeat(250_000)).length, 1);
});

/** `section/label=value` of each row. */
function rowsOf(text: string): string[] {
  return parseRows(recordLines(text)).map(({ section, label, value }) =>
    `${section ?? ""}/${label}=${value}`
  );
}

Deno.test("parseRows - keeps a block together whose lines are indented or not", () => {
  assert.deepEqual(rowsOf("Registrant:\nJane\n  1 Way\nNO"), [
    ...["registrant/=Jane", "registrant/=1 Way", "registrant/=NO"],
  ]);
});

Deno.test("parseRows - splits lines in the ways of registries", () => {
  const ways: Record<string, string> = {
    "Domain Name: a.test": "/domain name=a.test",
    "  Domain name.......: a.test": "/domain name=a.test",
    "domain_name:a.test": "/domain name=a.test",
    "[Domain Name]     a.test": "/domain name=a.test",
    "a. [Domain Name]  a.test": "/domain name=a.test",
    "1a.   Domain Name : a.test": "/domain name=a.test",
    "Domain-name     a.test": "/domain name=a.test",
    "Nom de domaine#. . . . . . .a.test": "/nom de domaine=a.test",
    "domain:Domain-Name:a.test": "/domain name=a.test",
    "Registered on 02nd August 2000": "/registered on=02nd August 2000",
    "** Registrant:\n  Example": "registrant/=Example",
    "% Registrar:\n% ====\norganization: Example":
      "registrar/organization=Example",
    "Registrant\nName: Jane": "registrant/name=Jane",
    "Name servers:\n  ns1.a.test 2001:db8::1":
      "nameServer/=ns1.a.test 2001:db8::1",
    "Address:\n  1 Way": "/address=1 Way",
    "  Address:\n1 Way": "/address=1 Way",
    "Address: 1 Way\n\n  Town": "/address=1 Way",
    "Registrant:\nJane\n\nTown": "registrant/=Jane",
    "Registrar:\n  http://x.test": "registrar/=http://x.test",
    "DNS:\n  Hostname: ns1.a.test": "nameServer/hostname=ns1.a.test",
    "Registrant: ! N/A\n  Name: Jane": "registrant/name=Jane",
    [`${"x".repeat(70)}: y`]: `/${"x".repeat(70)}=y`,
    "a b c d e f g h i: y": "/a b c d e f g h i=y",
  };
  for (const [line, row] of Object.entries(ways)) {
    assert.deepEqual(rowsOf(line), [row], line);
  }
});

Deno.test("parseRows - a line without a label continues the one above, in a section too", () => {
  assert.deepEqual(
    rowsOf("Registrant:\n  Address: 1 Way\n    Town\n  Jane"),
    ["registrant/address=1 Way", "registrant/address=Town", "registrant/=Jane"],
  );
});

Deno.test("parseRows - a handle with a name below it begins a section", () => {
  const after = (line: string) =>
    rowsOf(`domain: a.test\n\nRegistrar: ABCD-0292\n${line}`).slice(1);
  const expected = ["registrar/handle=ABCD-0292", "registrar/name=Example"];
  assert.deepEqual(after("name: Example"), expected);
  assert.equal(after("organization: X")[1], "registrar/organization=X");
  assert.deepEqual(after("created: 2020"), [
    ...["/registrar=ABCD-0292", "/created=2020"],
  ]);
  assert.deepEqual(rowsOf("domain: a.test\nRegistrar: ABCD-0292\nname: X"), [
    ...["/domain=a.test", "/registrar=ABCD-0292", "/name=X"],
  ]);
});

Deno.test("parseRows - ends a section at a blank line, or where lines are indented less", () => {
  const blank = "Registrant:\n\n  Jane\n  Road 1\n\nCreated: 2020";
  assert.deepEqual(rowsOf(blank), [
    ...["registrant/=Jane", "registrant/=Road 1", "/created=2020"],
  ]);
  const less = "DNS servers:\n  ns1.a.test\nRegistered: 2020";
  assert.deepEqual(rowsOf(less), [
    "nameServer/=ns1.a.test",
    "/registered=2020",
  ]);
  const next = "Registrant:\nName: J\n  Street: S\nTech Contact:\nName: K";
  assert.deepEqual(rowsOf(next), [
    ...["registrant/name=J", "registrant/street=S", "technical/name=K"],
  ]);
});

Deno.test("parseRows - ends a contact at a label of the record, not at one of its own", () => {
  const text =
    "Registrant:\n  Organization:\n    X\n  Created: 2020\n  Host:\n    a.test\n\nTech Contact:\n  Host: b.test";
  assert.deepEqual(rowsOf(text), [
    ...["registrant/organization=X", "registrant/created=2020"],
    ...["nameServer/=a.test", "/host=b.test"],
  ]);
});

Deno.test("parseRows - ignores comments and sentences", () => {
  const text = "% created: 2020\n# x: y\n>>> Last update: 2020 <<<\nNo colon";
  assert.deepEqual(rowsOf(text), []);
  for (const label of ["x".repeat(71), "a b c d e f g h i j", "12"]) {
    assert.deepEqual(rowsOf(`${label}: y`), [], label);
  }
});

Deno.test("parseRows - splits any lines", () => {
  const piece = fc.constantFrom(
    ...["domain", "Registrant", ":", " ", "  ", ".", "[", "]", "%", "** ", "-"],
    ...["ns1.a.test", "1a. ", "2020", "\n", "\n\n", "#. . . . . . x"],
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
    for (const { value } of parseRows(recordLines(pieces.join("")))) {
      assert.notEqual(value, "");
    }
  }));
});
