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
  assert.deepEqual(emptyReport(setup), {
    startedAtMs: null,
    exits: {
      v4: missing,
      v6: missing,
      dual: idle,
      large: idle,
      literal: missing,
    },
    resolvers: missing,
    resolversV6: missing,
    sites: [],
    candidates: idle,
    natMapping: missing,
    nat64: missing,
    isWithoutStun: true,
    places: {},
  });
});

Deno.test("emptyReport - marks resolversV6 in a zone without an IPv6-only server", () => {
  const { resolvers, resolversV6 } = emptyReport({
    ...wholeSetup,
    hasV6NameServer: false,
  });
  assert.deepEqual([resolvers, resolversV6], [idle, missing]);
});
