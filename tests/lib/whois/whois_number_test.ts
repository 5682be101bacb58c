import assert from "node:assert/strict";
import fc from "fast-check";
import { formatCidr } from "../../../lib/net/cidr.ts";
import { RegistryError } from "../../../lib/whois/rdap/registry_error.ts";
import { parseNumberRecord } from "../../../lib/whois/whois_number.ts";
import { parseWhoisTarget } from "../../../lib/whois/whois_target.ts";
import arinNetwork from "./arin_network.txt" with { type: "text" };
import ripeSystem from "./ripe_system.txt" with { type: "text" };

function read(text: string, response: string) {
  const target = parseWhoisTarget(text);
  assert(target.kind !== "domain" && target.kind !== "entity");
  const record = parseNumberRecord(target, response);
  if (record === null) return null;
  const { range, cidrs, ...rest } = record;
  return {
    ...rest,
    range: range?.map(({ text }) => text) ?? null,
    cidrs: cidrs.map(formatCidr),
  };
}

Deno.test("parseNumberRecord - reads ARIN's smallest network", () => {
  assert.deepEqual(read("198.51.100.7", arinNetwork), {
    handle: "NET-198-51-100-0-1",
    name: "EXAMPLE",
    allocation_type: "Direct Allocation",
    country: "US",
    holder: "Example LLC",
    abuseEmail: "abuse@example.net",
    range: ["198.51.100.0", "198.51.100.255"],
    cidrs: ["198.51.100.0/24"],
    createdAt: "2014-03-14T00:00:00.000Z",
    updatedAt: "2014-03-15T00:00:00.000Z",
  });
});

Deno.test("parseNumberRecord - reads an autonomous system of RIPE", () => {
  assert.deepEqual(read("AS64496", ripeSystem), {
    handle: "AS64496",
    name: "EXAMPLE-AS",
    allocation_type: null,
    country: "NL",
    holder: "Example B.V.",
    abuseEmail: "abuse@example.net",
    range: null,
    cidrs: [],
    createdAt: "2002-09-16T10:20:30.000Z",
    updatedAt: "2023-01-02T03:04:05.000Z",
  });
});

Deno.test("parseNumberRecord - reads a network of LACNIC and of IPv6", () => {
  const lacnic =
    "inetnum:     200.3/16\nstatus:      allocated\nowner:       Ejemplo\n";
  const found = read("200.3.14.0/24", lacnic);
  assert.deepEqual(found?.cidrs, ["200.3.0.0/16"]);
  assert.equal(found.holder, "Ejemplo");
  const six = "inet6num: 2001:db8::/32\nnetname: SIX\n";
  const expected = ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"];
  assert.deepEqual(read("2001:db8::1", six)?.range, expected);
});

Deno.test("parseNumberRecord - takes a range that ends with the target, and no placeholder for a value", () => {
  const text =
    "inetnum: 198.51.100.0 - 198.51.100.7\nnetname: REDACTED FOR PRIVACY\n";
  const record = read("198.51.100.7", text);
  assert.deepEqual(record?.cidrs, ["198.51.100.0/29"]);
  assert.equal(record?.name, null);
});

Deno.test("parseNumberRecord - takes a range that starts with the target, and a single address", () => {
  const cases = [
    ["198.51.100.7 - 198.51.100.7", "198.51.100.7/32"],
    ["198.51.100.7", "198.51.100.7/32"],
    ["198.51.100.7 - 198.51.100.8", "198.51.100.7/32"],
  ];
  for (const [range, cidr] of cases) {
    const text =
      `country: DE\ninetnum: 198.51.0.0/16\n\ninetnum: ${range}\ncountry: FR`;
    const record = read("198.51.100.7", text);
    assert.deepEqual([record?.cidrs[0], record?.country], [cidr, "FR"], range);
  }
});

Deno.test("parseNumberRecord - returns null if nothing is registered, and rejects refusals and records of another number", () => {
  const texts = [
    "No match found for 198.51.100.7.",
    "%ERROR:101: no entries found\n%\n% No entries found in source RIPE.",
  ];
  for (const text of texts) {
    assert.equal(read("198.51.100.7", text), null, text);
  }
  const cases = [
    ["malformed", ""],
    ["malformed", "inetnum: 192.0.2.0 - 192.0.2.255"],
    ["malformed", "aut-num: AS1"],
    // Ranges that are none.
    ["malformed", "inetnum: 198.51.100.0 - 2001:db8::"],
    ["malformed", "inetnum: 198.51.100.255 - 198.51.100.0"],
    // A number that another object mentions.
    ["malformed", "aut-num: AS2\nremarks: AS1", "AS1"],
    // Refusals.
    ["busy", "% Too many requests\n% No entries found"],
    ["malformed", "% No entries found\n% Access denied"],
  ];
  for (const [code, text, target = "198.51.100.7"] of cases) {
    assert.throws(() => read(target, text), { code }, text);
  }
});

Deno.test("parseNumberRecord - returns a record or null, or throws, for any text", () => {
  const piece = fc.constantFrom(
    ...["inetnum:", "NetRange: ", "aut-num: AS1", "198.51.100.0", " - ", "/24"],
    ...["::/0", "0.0.0.0 - 255.255.255.255", "\n", "\n\n", "country: XX", "%"],
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
    try {
      read("198.51.100.7", pieces.join(""));
    } catch (error) {
      assert(error instanceof RegistryError);
    }
  }));
});
