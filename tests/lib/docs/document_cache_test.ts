import assert from "node:assert/strict";
import { readConfig } from "../../../lib/app/config.ts";
import {
  type DocumentDeps,
  documentFor,
} from "../../../lib/docs/document_cache.ts";
import { OPERATIONS } from "../../../lib/docs/operations.ts";
import type { Profiles } from "../../../lib/ipinfo/profiles.ts";
import { DNS_TYPES } from "../../../lib/lookup/view/lookup_view.ts";
import { profileOf } from "../../support/profile.ts";
import { turnsDuring } from "../../support/turns.ts";

interface Rig {
  parts: DocumentDeps;
  /** Addresses that were described. */
  described: string[];
}

function rig(env: Record<string, string> = {}): Rig {
  const described: string[] = [];
  const describeLocal: Profiles["describeLocal"] = (ip) => {
    described.push(ip.text);
    return profileOf(ip.text, { country: "Nowhere" });
  };
  const parts = {
    config: readConfig((name) => env[name]),
    profiles: { describeLocal },
    loaded: () => Promise.resolve(),
    whois: null,
    egress: { sightings: () => [] },
    now: () => Date.UTC(2026, 10, 21),
  };
  return { parts, described };
}

Deno.test("documentFor - is generated once per origin, from tables in memory", async () => {
  const { parts, described } = rig();
  const first = await documentFor(parts, { origin: "http://a.test" });
  const count = described.length;
  assert.deepEqual([...new Set(described)], [
    "8.8.8.8",
    "2001:4860:4860::8888",
  ]);
  assert.equal(await documentFor(parts, { origin: "http://a.test" }), first);
  assert.equal(described.length, count);
  assert.equal(first.servers[0].url, "http://a.test");
  const { content } = first.paths["/country"].get!.responses[200];
  assert.equal(content["text/plain"].example, "Nowhere\n");
});

Deno.test("documentFor - yields to other requests between examples", async () => {
  const { parts } = rig();
  const turns = await turnsDuring(() =>
    documentFor(parts, { origin: "http://a.test" })
  );
  // Six of them are lookups, one for each mode.
  const least = OPERATIONS.length + DNS_TYPES.length;
  assert(turns >= least, `${turns} turns for ${least}`);
});

Deno.test("documentFor - caches 16 origins", async () => {
  const { parts } = rig();
  const of = (i: number) => documentFor(parts, { origin: `http://${i}.test` });
  const first = await of(0);
  for (let i = 1; i < 16; i++) await of(i);
  assert.equal(await of(0), first);
  for (let i = 1; i <= 16; i++) await of(i);
  assert.notEqual(await of(0), first);
});

Deno.test("documentFor - BASE_URL overrides the host of the request", async () => {
  const { parts } = rig({ BASE_URL: "https://ip.test" });
  const one = await documentFor(parts, { origin: "http://a.test" });
  assert.equal(one.servers[0].url, "https://ip.test");
  assert.equal(await documentFor(parts, { origin: "http://b.test" }), one);
});

Deno.test("documentFor - marks disabled features", async () => {
  const { parts } = rig();
  const { paths } = await documentFor(parts, { origin: "http://a.test" });
  assert.equal(paths["/whois/{target}"].get?.["x-switched-off"], true);
  assert.equal(
    paths["/api/egress/dns/{nonce}"].get?.["x-switched-off"],
    undefined,
  );
});

Deno.test("documentFor - unreadable tables remove only their own data", async () => {
  const { parts } = rig();
  const loaded = () => Promise.reject(new Error("no table"));
  const document = await documentFor({ ...parts, loaded }, {
    origin: "http://a.test",
  });
  assert.equal(document.openapi, "3.1.1");
});

Deno.test("documentFor - retries after an error", async () => {
  const { parts } = rig();
  const { describeLocal } = parts.profiles;
  let fails = true;
  const profiles = {
    describeLocal: (...asked: Parameters<typeof describeLocal>) => {
      if (fails) throw new Error("broken");
      return describeLocal(...asked);
    },
  };
  const flaky = { ...parts, profiles };
  const ask = () => documentFor(flaky, { origin: "http://a.test" });
  await assert.rejects(ask(), /broken/);
  fails = false;
  assert.equal((await ask()).openapi, "3.1.1");
});
