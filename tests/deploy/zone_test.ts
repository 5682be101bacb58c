import assert from "node:assert/strict";
import { deployFile, outcomeOf, programTest } from "./program_test_of.ts";
import { proxyLines } from "./proxy_lines.ts";

const zone = new URL("../../deploy/example.net.zone", import.meta.url).pathname;

programTest(
  "example.net.zone - nsd accepts it",
  "nsd-checkzone",
  async (check) => {
    const { code, output } = await outcomeOf(check, ["example.net", zone]);
    assert.deepEqual([code, output], [0, "zone example.net is ok\n"]);
  },
);

Deno.test("example.net.zone - has the records that match proxy.env", async () => {
  const records = (await deployFile("example.net.zone")).split("\n")
    .map((line) => line.split(/\s+/));
  const of = (name: string) =>
    records.filter(([owner]) => `${owner}.example.net` === name)
      .map(([, type, data]) => `${type} ${data}`);
  const lines = await proxyLines();
  const [v4, v6] = lines.DNS_PROBE_ADDRESSES.split(",");
  const both = [`A ${v4}`, `AAAA ${v6}`];
  const hostOf = (name: string) => new URL(lines[name]).hostname;
  assert.deepEqual(of(hostOf("BASE_URL")), both);
  assert.deepEqual(of(hostOf("API_URL")), both);
  assert.deepEqual(of(hostOf("V4_URL")), [`A ${v4}`]);
  assert.deepEqual(of(hostOf("V6_URL")), [`AAAA ${v6}`]);
  assert.deepEqual(of(lines.STUN_URLS.split(":")[1]), both);
  const probe = lines.DNS_PROBE_ZONE;
  assert.deepEqual(of(probe), ["NS ns.probe.ip"]);
  assert.equal(`ns.${probe}`, "ns.probe.ip.example.net");
  assert.deepEqual(of(`ns.${probe}`), both);
});
