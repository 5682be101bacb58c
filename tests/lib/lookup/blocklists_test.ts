import assert from "node:assert/strict";
import {
  blocklistName,
  lookUpBlocklists,
} from "../../../lib/lookup/blocklists.ts";
import { parseDnsQuery } from "../../../lib/lookup/dns_query.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import type { LookupDeps } from "../../../lib/lookup/lookup_deps.ts";
import { ip } from "../../support/address.ts";
import { caller } from "../../support/caller.ts";
import { MemoryIndex } from "./memory_index.ts";
import { policy } from "./policy.ts";
import { a, txt } from "./records.ts";
import { type Script, scriptedClient } from "./scripted_client.ts";

// How lists answer is tested against a real server in lookup_service_test.ts.

function run(
  client: LookupDeps["client"],
  zones: readonly string[] = ["bl.test"],
  input = "192.0.2.1",
) {
  const query = parseDnsQuery({ input, dnsType: "dnsbl" });
  assert.equal(query.dnsType, "dnsbl");
  return lookUpBlocklists(query, {
    client,
    index: new MemoryIndex(() => 0),
    policy,
    blocklists: zones.map((zone) => ({ name: zone, zone })),
    now: () => 0,
  }, caller);
}

const NAME = "1.2.0.192.bl.test";
const code = (name: string) => ({ [`${name} A`]: [a(name, "127.0.0.2")] });

Deno.test("blocklistName - has the octets or nibbles in reverse", () => {
  const v4 = blocklistName(ip("192.0.2.99"), "bl.example.net");
  assert.equal(v4, "99.2.0.192.bl.example.net");
  // RFC 5782 section 2.4
  assert.equal(
    blocklistName(ip("2001:db8:1:2:3:4:567:89ab"), "ugly.example.com"),
    "b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ugly.example.com",
  );
});

Deno.test("lookUpBlocklists - queries a text only where there is one to expect", async () => {
  const script: Script = {
    ...code("2.0.0.127.clean.test"),
    "1.2.0.192.silent.test A": null,
    "1.2.0.192.failing.test A": "SERVFAIL",
    ...code(NAME),
  };
  const client = scriptedClient(script);
  const zones = ["silent.test", "failing.test", "clean.test", "bl.test"];
  const response = await run(client, zones);
  const { data, total, found, resolver, isTruncated } = response;
  assert.deepEqual([resolver, isTruncated], ["192.0.2.53", false]);
  assert.deepEqual(
    data.rows.map(({ list, status, error }) => [list, status, error]),
    [
      ["silent.test", "error", "no_response"],
      ["failing.test", "error", "server_failed"],
      ["clean.test", "not_listed", null],
      ["bl.test", "listed", null],
    ],
  );
  assert.deepEqual([total, found, data.listed, data.unknown], [null, 1, 1, 2]);
  assert.deepEqual(client.questions.toSorted(), [
    "1.0.0.127.bl.test A",
    "1.2.0.192.bl.test A",
    "1.2.0.192.bl.test TXT",
    "1.2.0.192.clean.test A",
    "1.2.0.192.failing.test A",
    "1.2.0.192.silent.test A",
    "2.0.0.127.clean.test A",
  ]);
});

Deno.test("lookUpBlocklists - believes a list only with the test entries of RFC 5782", async () => {
  const script: Script = {
    // As a zone that is gone, or misspelt: nothing exists.
    ...code("2.0.0.127.works.test"),
    "2.0.0.127.mute.test A": null,
    "2.0.0.127.broken.test A": "SERVFAIL",
    "2.0.0.127.refusing.test A": [
      a("2.0.0.127.refusing.test", "127.255.255.254"),
    ],
    // Lists the world, as some did at their end.
    ...code("1.2.0.192.world.test"),
    ...code("1.0.0.127.world.test"),
    // May do so, too.
    ...code("1.2.0.192.lost.test"),
    "1.0.0.127.lost.test A": null,
    ...code("1.2.0.192.fails.test"),
    "1.0.0.127.fails.test A": "SERVFAIL",
  };
  const zones = "gone works mute broken refusing world lost fails".split(" ");
  const { data } = await run(
    scriptedClient(script),
    zones.map((zone) => `${zone}.test`),
  );
  const rows = data.rows
    .map(({ list, status, error, codes }) => [list, status, error, codes]);
  assert.deepEqual(rows, [
    ["gone.test", "error", "no_list", []],
    ["works.test", "not_listed", null, []],
    ["mute.test", "error", "no_response", []],
    ["broken.test", "error", "server_failed", []],
    ["refusing.test", "error", "query_refused", []],
    ["world.test", "error", "no_list", []],
    ["lost.test", "error", "no_response", ["127.0.0.2"]],
    ["fails.test", "error", "server_failed", ["127.0.0.2"]],
  ]);
  assert.deepEqual([data.listed, data.unknown], [0, 7]);
});

Deno.test("lookUpBlocklists - a list of IPv4 addresses alone says nothing of IPv6", async () => {
  const v6 = `2.0.0.0.0.0.f.7.f.f.f.f${".0".repeat(20)}.both.test`;
  const script = { ...code("2.0.0.127.old.test"), ...code(v6) };
  const zones = ["old.test", "both.test"];
  const { data } = await run(scriptedClient(script), zones, "2001:db8::7");
  assert.deepEqual(data.rows.map(({ status, error }) => [status, error]), [
    ["error", "no_list"],
    ["not_listed", null],
  ]);
});

Deno.test("lookUpBlocklists - cuts what a list says to a bounded size", async () => {
  const codes = Array.from({ length: 40 }, (_, i) => `127.0.1.${i}`);
  const texts = Array.from({ length: 40 }, () => "x".repeat(4_000));
  const { data, isTruncated, total } = await run(scriptedClient({
    "1.2.0.192.bl.test A": codes.map((code) => a(NAME, code)),
    "1.2.0.192.bl.test TXT": texts.map((text) => txt(NAME, text)),
  }));
  assert.deepEqual([isTruncated, total], [true, 1]);
  assert.deepEqual(data.rows[0].codes, codes.slice(0, 16));
  assert.deepEqual(data.rows[0].texts, Array(16).fill("x".repeat(500)));
});

Deno.test("lookUpBlocklists - sixteen codes, texts and 500 characters are not cut", async () => {
  const codes = Array.from({ length: 16 }, (_, i) => `127.0.1.${i}`);
  const { data, isTruncated } = await run(scriptedClient({
    "1.2.0.192.bl.test A": codes.map((code) => a(NAME, code)),
    "1.2.0.192.bl.test TXT": codes.map((code) => txt(NAME, code.padEnd(500))),
  }));
  assert.equal(isTruncated, false);
  assert.deepEqual(data.rows[0].codes, codes);
  assert.equal(data.rows[0].texts.length, 16);
});

Deno.test("lookUpBlocklists - a code among others that is none makes the response an error", async () => {
  const { data } = await run(scriptedClient({
    "1.2.0.192.bl.test A": [a(NAME, "127.0.0.2"), a(NAME, "10.0.0.7")],
  }));
  const error = { status: "error", codes: [], texts: [], error: "no_list" };
  assert.deepEqual(data.rows[0], { list: "bl.test", ...error });
});

Deno.test("lookUpBlocklists - has few queries under way at a time, and ends all before it fails", async () => {
  const zones = Array.from({ length: 20 }, (_, i) => `${i}.test`);
  let underWay = 0;
  let most = 0;
  let ended = 0;
  const client: LookupDeps["client"] = {
    ...scriptedClient({}),
    async query(name) {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
      ended++;
      throw name.endsWith(".0.test")
        ? new DnsError("busy", "too many")
        : new DnsError("timeout", "nobody answered");
    },
  };
  const busy = { status: 503, params: { reason: "name_lookups_busy" } };
  await assert.rejects(run(client, zones), busy);
  // A failure starts no further query, and leaves none running.
  assert.deepEqual([underWay, ended], [0, 8]);
  assert(most > 1 && most <= 8, String(most));
});

Deno.test("lookUpBlocklists - is refused without any list", async () => {
  await assert.rejects(run(scriptedClient({}), []), {
    status: 400,
    code: "INVALID_INPUT",
    params: { reason: "blocklists_off" },
  });
});
