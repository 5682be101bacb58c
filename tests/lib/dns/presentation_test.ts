import assert from "node:assert/strict";
import fc from "fast-check";
import records from "./signed.zone" with { type: "text" };
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import {
  quotedString,
  readTextRecord,
  serviceParamText,
} from "../../../lib/dns/presentation.ts";
import { parseQueryType } from "../../../lib/dns/question.ts";
import { hasNsd, startNsd } from "../../support/nsd.ts";
import { isFile } from "../../support/programs.ts";
import { SIGNER, signZone } from "../../support/signed_zone.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./presentation.json" with { type: "json" };

async function dig(port: number, name: string, type: string) {
  const args = [`@127.0.0.1`, "-p", String(port), name, type]
    .concat("+tcp", "+norec", "+noall", "+answer", "+nosplit");
  const { stdout } = await new Deno.Command("/usr/bin/dig", { args }).output();
  return new TextDecoder().decode(stdout).trim().split("\n")
    .map((line) => line.split(/\s+/).slice(4).join(" "));
}

Deno.test({
  name: "readTextRecord - writes the data of each type as dig does",
  ignore: !hasNsd() || !isFile(SIGNER) || !isFile("/usr/bin/dig"),
  async fn() {
    await using nsd = await startNsd({
      "example.test": await signZone(
        "example.test",
        records.trim().split("\n"),
      ),
    });
    using client = new DnsClient({ nameServers: [nsd] });
    for (const [prefix, ...types] of samples.questions) {
      for (const text of types) {
        const name = `${prefix}example.test`;
        const type = parseQueryType(text);
        assert(type, text);
        const { records } = await client.query(name, type);
        // dig writes hexadecimal digits in upper case.
        const own = records.map(({ data }) => String(data).toLowerCase());
        const expected = (await dig(nsd.port, name, text))
          .map((line) => line.toLowerCase());
        assert.deepEqual(own.toSorted(), expected.toSorted(), text);
        assert(own.length > 0);
      }
    }
  },
});

const head = { name: "x.test", ttl: 60 };

/** A record with these octets as its data. */
function recordOf(code: number, octets: Iterable<number>) {
  const bytes = Uint8Array.from(octets);
  const view = new DataView(bytes.buffer);
  return readTextRecord(
    head,
    code,
    { bytes, view, start: 0, end: bytes.length },
  );
}

Deno.test("readTextRecord - a salt in hexadecimal digits, or a hyphen", () => {
  const textOf = (...octets: number[]) => recordOf(51, octets).data;
  assert.equal(textOf(1, 0, 0, 10, 2, 0xaa, 0xbb), "1 0 10 aabb");
  assert.equal(textOf(1, 0, 0, 10, 0), "1 0 10 -");
});

Deno.test("serviceParamText - quotes what needs it, and tells commas of a value from those between values", () => {
  for (
    const [key, values, text] of [
      ["no-default-alpn", [], "no-default-alpn"],
      ["alpn", ["h2", "h3-19"], "alpn=h2,h3-19"],
      ["dohpath", ["/dns-query{?dns}"], 'dohpath="/dns-query{?dns}"'],
      ["alpn", ["a,b", "c"], 'alpn="a\\\\,b,c"'],
    ] as const
  ) assert.equal(serviceParamText(key, values), text);
});

Deno.test("quotedString - escapes all but printable ASCII", () =>
  assert.equal(
    quotedString('\x1f "~\\\x7fé'),
    '"\\031 \\"~\\\\\\127\\195\\169"',
  ));

for (
  const [what, code, octets, type, data] of [
    ["damaged data of a known type", 52, [1, 2], "TLSA", "\\# 2 0102"],
    ["a known type without data", 61, [], "OPENPGPKEY", "\\# 0"],
  ] as const
) {
  Deno.test(`readTextRecord - writes ${what} as unknown data`, () =>
    assert.deepEqual(recordOf(code, octets), { ...head, type, data }));
}

Deno.test("readTextRecord - returns one line of printable ASCII for any data", () => {
  const codes = fc.integer({ min: 1, max: 65_535 });
  forAll([codes, fc.uint8Array({ maxLength: 80 })], (code, bytes) => {
    assert.match(recordOf(code, bytes).data, /^[ -~]+$/);
  }, { numRuns: 2000 });
});
