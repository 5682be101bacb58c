import assert from "node:assert/strict";
import { egressPageHeaders } from "../../../lib/egress/page_headers.ts";
import { pageHeaders } from "../../../lib/http/responses.ts";
import type { EgressSetup } from "../../../lib/egress/view/report.ts";
import { bareSetup } from "./view/reports.ts";

function assertSources(setup: Partial<EgressSetup>, sources: string) {
  const { "content-security-policy": policy, ...others } = egressPageHeaders({
    ...bareSetup,
    ...setup,
  });
  const { "content-security-policy": base, ...rest } = pageHeaders;
  assert.deepEqual(others, rest);
  assert.equal(policy, `${base}; connect-src ${sources}`);
}

Deno.test("egressPageHeaders - allows only its own origin without configuration, or the host of an exit", () => {
  assertSources({}, "'self'");
  const origins = ["http://127.0.0.1:8004", "http://4.ip.example"];
  for (const v4Origin of origins) {
    assertSources({ v4Origin }, `'self' ${v4Origin}`);
  }
});

Deno.test("egressPageHeaders - allows the probe hosts, the sites and all names in the zone", () => {
  const sites = ["https://a.example/ip?x=1", "https://a.example/2"];
  assertSources(
    {
      v4Origin: "https://v4.example",
      v6Origin: "https://v6.example:8443",
      probeZone: "probe.example",
      stunUrls: ["stun:stun.example"],
      sites: [...sites, "http://b.test/"],
    },
    "'self' https://v4.example https://v6.example:8443 https://a.example http://b.test *.probe.example",
  );
});

Deno.test("egressPageHeaders - allows the scheme of an address, which no policy can name", () => {
  assertSources({ v6Origin: "http://[::1]:8006" }, "'self' http:");
  assertSources({ v4Origin: "https://192.0.2.1:8004" }, "'self' https:");
  assertSources({ literalOrigin: "https://[2001:db8::1]" }, "'self' https:");
});

Deno.test("egressPageHeaders - name own sites once, as probe hosts", () => {
  const headers = egressPageHeaders({
    ...bareSetup,
    v4Origin: "https://v4.test",
    sites: ["/api/egress/exit", "https://v4.test/api/egress/exit"],
    hasOwnSites: true,
  });
  const policy = headers["content-security-policy"];
  assert.match(policy, /; connect-src 'self' https:\/\/v4\.test$/);
});
