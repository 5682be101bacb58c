import assert from "node:assert/strict";
import {
  DNS_DATA,
  dnsEcho,
  echoRawQuery,
  envelopeOf,
  isEnvelopeOf,
} from "../../../lib/lookup/envelope.ts";
import samples from "./envelope.json" with { type: "json" };

Deno.test("echoRawQuery - returns a valid query in its normalized form", () => {
  const none = { dnsType: null, dnsMatch: null, cursor: null };
  assert.deepEqual(echoRawQuery({ input: "Example.COM", ...none }), {
    input: "Example.COM",
    normalized: "example.com",
    dns_type: "dns_lookup",
    dns_match: null,
  });
  const search = { input: "mail", ...none, dnsType: "rdns_pattern" };
  assert.deepEqual(echoRawQuery(search), {
    input: "mail",
    normalized: "mail",
    dns_type: "rdns_pattern",
    dns_match: "middle",
  });
});

Deno.test("echoRawQuery - returns an invalid query as it was sent", () => {
  const sent = { dnsType: "nonsense", dnsMatch: "left", cursor: null };
  assert.deepEqual(dnsEcho.parse(echoRawQuery({ input: "", ...sent })), {
    input: "",
    normalized: null,
    dns_type: "nonsense",
    dns_match: "left",
  });
});

Deno.test("envelopeOf - has exactly the fields of the contract", () => {
  const { shape } = envelopeOf("rdns_scan");
  const { query, summary, meta } = shape;
  const fields = (shape: object) => Object.keys(shape).join(" ");
  assert.equal(fields(shape), "ok query summary data meta");
  assert.equal(fields(query.shape), "input normalized dns_type dns_match");
  assert.equal(fields(summary.shape), "title total found elapsed_ms truncated");
  assert.equal(
    fields(meta.shape),
    "dns_type resolver generated_at index_size next_cursor",
  );
});

Deno.test("DNS_DATA - has exactly the fields of each mode", () => {
  const keys = Object.entries(DNS_DATA).map(([type, schema]) => [
    type,
    Object.keys(schema.shape),
  ]);
  assert.deepEqual(Object.fromEntries(keys), samples.fields);
});

Deno.test("isEnvelopeOf - distinguishes envelopes by mode", () => {
  const envelope = { meta: { dns_type: "ip_domains" as const } };
  assert.equal(isEnvelopeOf("ip_domains", envelope), true);
  assert.equal(isEnvelopeOf("rdns_scan", envelope), false);
});
