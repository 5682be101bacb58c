import assert from "node:assert/strict";
import {
  type EgressReport,
  emptyReport,
} from "../../../../lib/egress/view/report.ts";
import { readiness } from "../../../../lib/egress/view/readiness.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import { ended, exit, found, reportOf, wholeSetup } from "./reports.ts";

const { en } = egressTexts;

const none = ended("none", 12);
const late = ended("timed_out", 6000);
const missing = ended("not_configured");
const [blocked, stopped] = [ended("blocked"), ended("stopped")];
const running = ended("running");

const v4Alone = { v6: none, literal: none, large: exit(4, 33) };
const exits = (
  changes: Partial<EgressReport["exits"]>,
  others: Partial<EgressReport> = {},
): EgressReport => ({ ...reportOf({ exits: changes }), ...others });

/**
 * What each report is about, the score, the preferred family, and the first letters of
 * the verdicts on v4, v6, dual, large, literal and resolver.
 */
const cases: Record<string, EgressReport> = {
  "all well | 10 6 gggggg": reportOf(),
  "before the start | null null uuuuuu": emptyReport(wholeSetup),
  // With IPv4 alone, there is no IPv6 to prefer.
  "IPv4 alone, with a prompt fallback | 2 null gbggbb": exits({
    ...v4Alone,
    dual: exit(4, 31),
  }, { resolversV6: none }),
  "IPv4 alone, with a slow fallback | 1 null gbsgbb": exits({
    ...v4Alone,
    v6: late,
    dual: exit(4, 281),
  }, { resolversV6: late }),
  "IPv4 alone, with no fallback | 1 null gbbbbb": exits({
    v6: late,
    literal: late,
    dual: late,
    large: late,
  }, { resolversV6: none }),
  "IPv6 alone | 9 6 bggggg": exits({ v4: none }),
  "no large answer | 9 6 gggbgg": exits({ large: late }),
  // Above 9.5, but not perfect.
  "a late large answer | 9 6 gggsgg": exits({ large: exit(6, 1035) }),
  // The page's host may have no AAAA record, which is not the visitor's fault.
  "a page that came over IPv4, although IPv6 works | 10 4 gggggg": exits({
    dual: exit(4, 290),
    large: exit(4, 33),
  }),
  "a page that came over IPv4, although an IPv6 literal works | 10 4 gugggg":
    exits({ v6: missing, dual: exit(4, 31), large: exit(4, 33) }),
  "names that don't resolve over IPv6 | 6 6 gbgggg": exits({ v6: none }),
  "no question of the resolver arrived | 10 6 gggggu": exits({}, {
    resolvers: none,
    resolversV6: none,
  }),
  "a resolver that is found nowhere | 9 6 gggggb": exits({}, {
    resolversV6: found([]),
  }),
  "an operator with no host of a single family | 10 6 uugguu": exits({
    v4: missing,
    v6: missing,
    literal: missing,
  }, { resolversV6: missing }),
  "nothing that shows IPv6 | null null guuuug": exits({
    v6: missing,
    literal: missing,
    dual: blocked,
    large: stopped,
  }),
  "one test that still runs | null 6 gggugg": exits({ large: running }),
  // The connection may be down, which says nothing about IPv6.
  "nothing that answers | null null uuuuuu": exits({
    v4: none,
    v6: none,
    dual: none,
    large: none,
    literal: none,
  }, { resolvers: none, resolversV6: none }),
};

for (const [text, report] of Object.entries(cases)) {
  const [name, expected] = text.split(" | ");
  Deno.test(`readiness - ${name}`, () => {
    const { tests, ...rest } = readiness(report, en);
    const letters = tests.map(({ verdict }) => verdict[0]).join("");
    assert.equal(`${rest.score} ${rest.preferred} ${letters}`, expected);
    assert.deepEqual(Object.keys(rest).sort(), ["preferred", "score"]);
  });
}

/** The name of a test, its verdict and its sentence, and the report that it is about. */
const sentences: Record<string, EgressReport> = {
  "dual slow: Reached over IPv4, 251 ms slower than the IPv4-only host. IPv6 was probably tried first and failed.":
    exits({ v6: late, dual: exit(4, 281) }),
  "dual good: Reached over IPv4 without delay.": exits({
    v6: late,
    dual: exit(4, 229),
  }),
  "dual good: Reached over IPv4.": exits({
    v4: missing,
    v6: missing,
    dual: exit(4, 2000),
  }),
  "dual bad: No response, although one protocol works. Your browser may not fall back from one to the other.":
    exits({ dual: late }),
  "large bad: Small responses arrive but large ones don't. Path MTU discovery may fail, for example because a firewall drops ICMPv6 Packet Too Big messages.":
    exits({ large: late }),
  "large bad: No response, large or small.": exits({ dual: late, large: late }),
  "large slow: Arrived over IPv4, but late. Packets were probably lost until they were small enough.":
    exits({ dual: exit(4, 30), large: exit(4, 2000) }),
  "v6 bad: No response, although IPv6 works. The name may not resolve.": exits({
    v6: none,
  }),
  "v6 bad: No response over IPv6.": exits({ ...v4Alone, dual: exit(4, 31) }),
  "literal bad: No response, although IPv6 works with a host name.": exits({
    literal: none,
  }),
  "dual good: Reached over IPv4, although IPv6 works. Your browser prefers IPv4, IPv6 is slower, or this site has no IPv6 address.":
    exits({ dual: exit(4, 290) }),
  "literal bad: No response. DNS is not the cause, because the URL contains an IP address.":
    exits({ v6: none, literal: none, dual: exit(4, 31) }),
  // Three packets pass any link without path MTU discovery.
  "large good: Large responses arrive over IPv6.": reportOf(),
  "resolver bad: No query from your resolver reached the IPv6-only name server, so names hosted on such servers may not resolve.":
    reportOf({ resolversV6: found([]) }),
  "resolver untested: No query of your resolver arrived.": reportOf({
    resolvers: late,
    resolversV6: late,
  }),
  "literal untested: This server does not offer the test.": exits({
    literal: missing,
  }),
  "v4 untested: Your browser or an extension blocked it.": exits({
    v4: ended("blocked", 1),
  }),
};

Deno.test("readiness - uses the table's labels", () => {
  const { tests } = readiness(reportOf(), en);
  assert.deepEqual(tests.map(({ name, label }) => `${name}: ${label}`), [
    ...["v4: IPv4 exit", "v6: IPv6 exit", "dual: Preferred exit"],
    ...["large: Large response", "literal: IPv6 literal"],
    "resolver: DNS over IPv6",
  ]);
});

Deno.test("readiness - explains each test's result", () => {
  for (const [expected, report] of Object.entries(sentences)) {
    const { tests } = readiness(report, en);
    const test = tests.find(({ name }) => expected.startsWith(`${name} `))!;
    const { name, verdict, sentence } = test;
    assert.equal(`${name} ${verdict}: ${sentence}`, expected);
  }
});

Deno.test("readiness - explains the results in Chinese", () => {
  for (const report of Object.values({ ...cases, ...sentences })) {
    for (const { label, sentence } of readiness(report, egressTexts.zh).tests) {
      assert.match(sentence, /^[^{}]*\p{Script=Han}[^{}]*。$/u);
      assert.doesNotMatch(label + sentence, /[a-z]+ [a-z]+/);
    }
  }
});
