import assert from "node:assert/strict";
import { ipv4FromValue } from "../../../lib/net/ip_address.ts";
import type { Contribution } from "../../../lib/ipinfo/merge.ts";
import { mergedProfile } from "../../../lib/ipinfo/merged_profile.ts";
import type {
  Fact,
  SourceKind,
  SourcePolicy,
} from "../../../lib/ipinfo/profile.ts";
import samples from "./precedence.json" with { type: "json" };

/**
 * Checks the precedence of sources for every field and policy: each source
 * gives its own value, the winner is removed, and so on to the last.
 */

const ip = ipv4FromValue(0x42660001);

/**
 * The order of kinds in the specification, followed by those that only fill
 * gaps.
 */
type Row = [SourcePolicy, country: string, SourceKind[], unheard: SourceKind[]];
const precedence = samples.precedence as Row[];

/** Every fact. The type checker reports missing ones. */
const facts: Record<Fact, string> = samples.facts;

const kinds: SourceKind[] = [
  ...["registry", "lists", "abuse", "commercial"] as const,
  ...["regional", "open", "reverse"] as const,
];
const isLocal = (kind: SourceKind) =>
  ["open", "regional", "lists"].includes(kind);

/** A table that only says whether the address is in China. */
function located(country: string): Contribution {
  return { source: "where", kind: "open", facts: { countryCode: country } };
}

for (const [order, country, winners, unheard] of precedence) {
  for (const [name, type] of Object.entries(facts)) {
    const fact = name as Fact;
    // The country decides which order applies, so it cannot be contested here.
    if (fact === "countryCode") continue;
    Deno.test(`precedence - ${fact} in ${order}, ${country}`, () => {
      const value = (kind: SourceKind) =>
        type === "number" ? kinds.indexOf(kind) : `of ${kind}`;
      let left = kinds;
      for (const winner of [...winners, null]) {
        const contributions = left.map((kind) => ({
          source: `a ${kind} source`,
          kind,
          facts: { [fact]: value(kind) },
        }));
        const { local = [], remote = [] } = Object.groupBy(
          contributions,
          ({ kind }) => isLocal(kind) ? "local" : "remote",
        );
        const all = [located(country), ...local];
        const profile = mergedProfile(ip, order, all, remote, 0);
        assert.equal(profile.isChinaIp, country === "CN");
        if (winner === null) {
          assert.equal(profile.facts[fact], undefined);
          assert.deepEqual([...left].sort(), [...unheard].sort());
        } else {
          assert.equal(profile.facts[fact], value(winner));
          assert.equal(profile.sources[fact], `a ${winner} source`);
        }
        left = left.filter((kind) => kind !== winner);
      }
    });
  }
}

Deno.test("precedence - of the country in every order", () => {
  const names = (kind: SourceKind, country: string): Contribution => ({
    source: kind,
    kind,
    facts: { countryCode: country },
  });
  const countryOf = (order: SourcePolicy, open: string, regional: string) =>
    mergedProfile(
      ip,
      order,
      [names("open", open), names("regional", regional)],
      [names("commercial", "FR"), names("abuse", "DE")],
      0,
    ).facts.countryCode;
  assert.equal(countryOf("v1", "US", "CN"), "US");
  assert.equal(countryOf("v1", "CN", "HK"), "HK");
  assert.equal(countryOf("v2", "US", "CN"), "FR");
  assert.equal(countryOf("v2", "CN", "CN"), "CN");
});
