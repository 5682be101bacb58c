import assert from "node:assert/strict";
import { dnsEcho } from "../../../../lib/dns/lookup/envelope.ts";
import { echoOfAsked } from "../../../../lib/dns/lookup/query_echo.ts";

Deno.test("echoOfAsked - a query in its normal form", () => {
  const none = { dnsType: null, dnsMatch: null, cursor: null };
  assert.deepEqual(echoOfAsked({ input: "Example.COM", ...none }), {
    input: "Example.COM",
    normalized: "example.com",
    dns_type: "dns_lookup",
    dns_match: null,
  });
  assert.deepEqual(
    echoOfAsked({ input: "mail", ...none, dnsType: "rdns_pattern" }),
    {
      input: "mail",
      normalized: "mail",
      dns_type: "rdns_pattern",
      dns_match: "middle",
    },
  );
});

Deno.test("echoOfAsked - what is no query stays as it was sent", () => {
  const echo = echoOfAsked({
    input: "",
    dnsType: "nonsense",
    dnsMatch: "left",
    cursor: null,
  });
  assert.deepEqual(dnsEcho.parse(echo), {
    input: "",
    normalized: null,
    dns_type: "nonsense",
    dns_match: "left",
  });
});
