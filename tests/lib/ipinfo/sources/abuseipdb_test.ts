import assert from "node:assert/strict";
import {
  ABUSEIPDB_URL,
  AbuseipdbSource,
} from "../../../../lib/ipinfo/sources/abuseipdb.ts";
import {
  assertFails,
  assertRests,
  lookups,
  type Make,
  SECRET,
  test,
  testSource,
} from "./remote_source.ts";
import { stated } from "../../../support/evidence.ts";
import samples from "./abuseipdb.json" with { type: "json" };

const REPORTED = samples.reported;

const make: Make = (url, fetch) =>
  new AbuseipdbSource({ url, key: SECRET, fetch });

const found = lookups(make);

testSource("AbuseipdbSource", make, REPORTED, {
  name: "abuseipdb",
  kind: "abuse",
  url: [ABUSEIPDB_URL, "https://api.abuseipdb.com"],
});

test("AbuseipdbSource - gives what was reported", async (server) => {
  server.reply = { body: REPORTED };
  const by = stated.bind(null, "abuseipdb");
  const usage = { usage: "hosting" } as const;
  assert.deepEqual(await found(server), {
    facts: { isp: "Example Hosting GmbH", abuseScore: 100 },
    evidence: [
      // Without a date: the score itself counts what is old for less.
      by("abuser", 90, { code: "abuse-score", params: { score: 100 } }),
      by("tor", 80, { code: "abuse-tor", params: {} }),
      by("hosting", 60, { code: "usage", params: usage }),
    ],
  });
});

test("AbuseipdbSource - weighs the reports", async (server) => {
  for (const [data, expected] of samples.usageTypes) {
    server.reply = { body: { data } };
    const { evidence = [] } = await found(server);
    const text = JSON.stringify(data);
    assert.deepEqual(evidence.map(({ weight }) => weight), expected, text);
    for (const { kind } of evidence) assert.equal(kind, "abuser", text);
  }
});

test("AbuseipdbSource - reads what the address is used for", async (server) => {
  const cases = [
    ["Commercial", "commercial"],
    ["Organization", "commercial"],
    ["Government", "commercial"],
    ["Military", "commercial"],
    ["University/College/School", "commercial"],
    ["Library", "commercial"],
    ["Content Delivery Network", "hosting"],
    ["Data Center/Web Hosting/Transit", "hosting"],
    ["Fixed Line ISP", "residential"],
    ["Mobile ISP", "mobile"],
    ["Search Engine Spider", "crawler"],
    ["Reserved", undefined],
    ["constructor", undefined],
    [null, undefined],
  ];
  for (const [usageType, kind] of cases) {
    server.reply = { body: { data: { usageType } } };
    const { evidence = [] } = await found(server);
    assert.deepEqual(evidence.map(({ kind }) => kind), kind ? [kind] : []);
  }
});

test("AbuseipdbSource - knows nothing of an address that is not public", async (server) => {
  const data = { isPublic: false, abuseConfidenceScore: 0, totalReports: 0 };
  server.reply = { body: { data } };
  assert.deepEqual(await found(server), { facts: {} });
});

test("AbuseipdbSource - shows its key in a header alone", async (server) => {
  server.reply = { body: REPORTED };
  await found(server, "2001:4860:4860::8888");
  const [{ target, headers }] = server.received;
  assert.equal(
    target,
    "/api/v2/check?ipAddress=2001%3A4860%3A4860%3A%3A8888&maxAgeInDays=90",
  );
  assert.equal(headers.key, SECRET);
});

test("AbuseipdbSource - fails on errors", async (server) => {
  for (const status of [401, 402, 422]) {
    const errors = [{ detail: `The key ${SECRET} is no good.`, status }];
    server.reply = { status, body: { errors } };
    const error = await assertFails(found(server));
    assert.equal(error.message, `the server responded with ${status}`);
    server.reply = { body: { errors } };
    const { message } = await assertFails(found(server));
    assert.equal(message, "the response has an unexpected shape");
  }
});

test("AbuseipdbSource - rests for as long as its limit is used up", async (server) => {
  server.reply = {
    status: 429,
    headers: { "retry-after": "29241", "x-ratelimit-remaining": "0" },
    body: { errors: [{ detail: "Daily rate limit exceeded.", status: 429 }] },
  };
  await assertRests(found(server), 29_241_000);
});
