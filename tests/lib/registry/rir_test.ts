import assert from "node:assert/strict";
import { rirOf } from "../../../lib/registry/rir.ts";

Deno.test("rirOf - the whois server's name tells, then the host's", () => {
  const cases: [string | null, string, string | null][] = [
    ["whois.arin.net", "rdap.db.ripe.net", "ARIN"],
    [null, "rdap.db.ripe.net", "RIPE"],
    ["whois.apnic.net", "rdap.example", "APNIC"],
    ["whois.example", "jpirr.nic.ad.jp", "APNIC"],
    [null, "rdap.registro.br", "LACNIC"],
    [null, "RDAP.LACNIC.NET", "LACNIC"],
    ["whois.afrinic.net", "rdap.afrinic.net", "AFRINIC"],
    [null, "notarin.net", null],
    [null, "arin.net.example", null],
    ["", "constructor", null],
  ];
  for (const [port43, host, rir] of cases) {
    assert.equal(rirOf({ port43, host }), rir, `${port43} ${host}`);
  }
});
