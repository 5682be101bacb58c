import { DnsClient } from "../../../lib/dns/dns_client.ts";
import { LookupService } from "../../../lib/lookup/lookup_service.ts";
import type { LookupDeps } from "../../../lib/lookup/lookup_deps.ts";
import { MemoryIndex } from "../../lib/lookup/memory_index.ts";
import { policy } from "../../lib/lookup/policy.ts";
import { type TestApp, testApp } from "../../support/validated_app.ts";
import { hasNsd, startNsd } from "../../support/nsd.ts";

/**
 * The app with its own lookup service: a real name server behind it, and an
 * index in memory.
 */

const zones = {
  "example.test": [
    "@ 300 A 192.0.2.1",
    "@ MX 10 mail",
    "www CNAME example.test.",
    'text TXT "<script>alert(1)</script>"',
  ].join("\n"),
  "bl.test": '1.2.0.192 A 127.0.0.2\n1.2.0.192 TXT "<b>spam</b>"',
  "2.0.192.in-addr.arpa": [
    "1 PTR example.test.",
    "2 PTR mail.example.test.",
    "4 PTR \\<script\\>alert\\(1\\)\\<\\047script\\>.\\000\\127\\%_.example.test.",
    `5 PTR ${Array(3).fill("x".repeat(63)).join(".")}.${"y".repeat(61)}.`,
  ].join("\n"),
};

/** Of all tests that use it: a start takes longer than most of them. */
const nsd = hasNsd() ? await startNsd(zones) : undefined;
Deno.test.afterAll(async () => await nsd?.[Symbol.asyncDispose]());

export interface LookupFixture {
  app: TestApp;
  index: MemoryIndex;
  lookup: LookupService;
}

export interface FixtureOptions {
  env?: Record<string, string>;
  maxScans?: number;
  /** Creates the client, instead of one that queries the name server. */
  client?: LookupDeps["client"];
}

/** Registers a test of the lookup pages; skipped without nsd. */
export function lookupTest(
  name: string,
  check: (fixture: LookupFixture) => Promise<void>,
  { env, maxScans, client }: FixtureOptions = {},
) {
  Deno.test({
    name,
    ignore: !hasNsd(),
    async fn() {
      await using app = await testApp({ env });
      using asking = new DnsClient({ nameServers: [nsd!] });
      const now = () => app.clock.now;
      const index = new MemoryIndex(now);
      const lookup = new LookupService({
        client: client ?? asking,
        index,
        now,
        policy,
        maxScans,
        queueTimeoutMs: 50,
        blocklists: [{ name: "A list", zone: "bl.test" }],
      });
      Object.assign(app.services, { lookup });
      await check({ app, index, lookup });
    },
  });
}
