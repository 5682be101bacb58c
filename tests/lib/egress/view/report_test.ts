import assert from "node:assert/strict";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import { bareSetup, wholeSetup } from "./reports.ts";

const idle = { state: "idle" };
const missing = { state: "not_configured" };

Deno.test("emptyReport - is idle if everything is configured", () => {
  assert.deepEqual(emptyReport(wholeSetup), {
    startedAtMs: null,
    exits: { v4: idle, v6: idle, dual: idle, large: idle, literal: idle },
    resolvers: idle,
    resolversV6: idle,
    sites: [{ url: "https://site.test", probe: idle }],
    candidates: idle,
    natMapping: idle,
    nat64: idle,
    places: {},
  });
});

Deno.test("emptyReport - marks what is not configured", () => {
  const setup = { ...bareSetup, hasOwnSites: true };
  const own = { v4: missing, v6: missing, literal: missing };
  assert.deepEqual(emptyReport(setup), {
    ...emptyReport(wholeSetup),
    exits: { ...own, dual: idle, large: idle },
    resolvers: missing,
    resolversV6: missing,
    sites: [],
    natMapping: missing,
    nat64: missing,
    isWithoutStun: true,
  });
});

Deno.test("emptyReport - marks resolversV6 in a zone without an IPv6-only server", () => {
  const setup = { ...wholeSetup, hasV6NameServer: false };
  const { resolvers, resolversV6 } = emptyReport(setup);
  assert.deepEqual([resolvers, resolversV6], [idle, missing]);
});
