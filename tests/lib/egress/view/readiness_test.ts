import assert from "node:assert/strict";
import {
  type EgressReport,
  emptyReport,
} from "../../../../lib/egress/view/report.ts";
import {
  readiness,
  type ReadinessName,
  type ReadinessVerdict,
} from "../../../../lib/egress/view/readiness.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import { ended, exit, found, reportOf, wholeSetup } from "./reports.ts";

const { en } = egressTexts;

const none = ended("none", 12);
const late = ended("timed_out", 6000);
const missing = ended("not_configured");

interface Case {
  name: string;
  report: EgressReport;
  score: number | null;
  preferred: 4 | 6 | null;
  /** The first letters, in the order v4, v6, dual, large, literal, resolver. */
  verdicts: string;
}

const v4Alone = { v6: none, literal: none, large: exit(4, 33) };

const cases: Case[] = [
  {
    name: "all well",
    report: reportOf(),
    score: 10,
    preferred: 6,
    verdicts: "gggggg",
  },
  {
    name: "before the start",
    report: emptyReport(wholeSetup),
    score: null,
    preferred: null,
    verdicts: "uuuuuu",
  },
  {
    name: "IPv4 alone, with a prompt fallback",
    report: reportOf({
      exits: { ...v4Alone, dual: exit(4, 31) },
      resolversV6: none,
    }),
    score: 2,
    // There is no IPv6 to prefer.
    preferred: null,
    verdicts: "gbggbb",
  },
  {
    name: "IPv4 alone, with a slow fallback",
    report: reportOf({
      exits: { ...v4Alone, v6: late, dual: exit(4, 281) },
      resolversV6: late,
    }),
    score: 1,
    // There is no IPv6 to prefer.
    preferred: null,
    verdicts: "gbsgbb",
  },
  {
    name: "IPv4 alone, with no fallback",
    report: reportOf({
      exits: { v6: late, literal: late, dual: late, large: late },
      resolversV6: none,
    }),
    score: 1,
    preferred: null,
    verdicts: "gbbbbb",
  },
  {
    name: "IPv6 alone",
    report: reportOf({ exits: { v4: none } }),
    score: 9,
    preferred: 6,
    verdicts: "bggggg",
  },
  {
    name: "no large answer",
    report: reportOf({ exits: { large: late } }),
    score: 9,
    preferred: 6,
    verdicts: "gggbgg",
  },
  {
    name: "a large answer that comes late",
    report: reportOf({ exits: { large: exit(6, 1035) } }),
    // Above 9.5, but not perfect.
    score: 9,
    preferred: 6,
    verdicts: "gggsgg",
  },
  {
    name: "IPv4 preferred, though IPv6 works",
    report: reportOf({ exits: { dual: exit(4, 290) } }),
    score: 9,
    preferred: 4,
    verdicts: "gggggg",
  },
  {
    name: "names that don't resolve over IPv6",
    report: reportOf({ exits: { v6: none } }),
    score: 6,
    preferred: 6,
    verdicts: "gbgggg",
  },
  {
    name: "no question of the resolver arrived",
    report: reportOf({ resolvers: none, resolversV6: none }),
    score: 10,
    preferred: 6,
    verdicts: "gggggu",
  },
  {
    name: "a resolver that is found nowhere",
    report: reportOf({ resolversV6: found([]) }),
    score: 9,
    preferred: 6,
    verdicts: "gggggb",
  },
  {
    name: "an operator with no host of a single family",
    report: reportOf({
      exits: { v4: missing, v6: missing, literal: missing },
      resolversV6: missing,
    }),
    score: 10,
    preferred: 6,
    verdicts: "uugguu",
  },
  {
    name: "nothing that shows IPv6",
    report: reportOf({
      exits: {
        v6: missing,
        literal: missing,
        dual: ended("blocked"),
        large: ended("stopped"),
      },
    }),
    score: null,
    preferred: null,
    verdicts: "guuuug",
  },
  {
    name: "one test that still runs",
    report: reportOf({ exits: { large: ended("running") } }),
    score: null,
    preferred: 6,
    verdicts: "gggugg",
  },
  {
    // The connection may be down, which says nothing about IPv6.
    name: "nothing that answers",
    report: reportOf({
      exits: { v4: none, v6: none, dual: none, large: none, literal: none },
      resolvers: none,
      resolversV6: none,
    }),
    score: null,
    preferred: null,
    verdicts: "uuuuuu",
  },
];

for (const { name, report, score, preferred, verdicts } of cases) {
  Deno.test(`readiness - ${name}`, () => {
    const { tests, ...rest } = readiness(report, en);
    assert.equal(tests.map(({ verdict }) => verdict[0]).join(""), verdicts);
    assert.deepEqual(rest, { score, preferred });
  });
}

const sentences: {
  of: ReadinessName;
  report: EgressReport;
  verdict: ReadinessVerdict;
  sentence: string;
}[] = [
  {
    of: "dual",
    report: reportOf({ exits: { v6: late, dual: exit(4, 281) } }),
    verdict: "slow",
    sentence:
      "Reached over IPv4, 251 ms slower than the IPv4-only host. IPv6 was tried first and failed.",
  },
  {
    of: "dual",
    report: reportOf({ exits: { v6: late, dual: exit(4, 229) } }),
    verdict: "good",
    sentence: "Reached over IPv4 without delay.",
  },
  {
    of: "dual",
    report: reportOf({
      exits: { v4: missing, v6: missing, dual: exit(4, 2000) },
    }),
    verdict: "good",
    sentence: "Reached over IPv4.",
  },
  {
    of: "dual",
    report: reportOf({ exits: { dual: late } }),
    verdict: "bad",
    sentence:
      "No response. Your browser doesn't fall back from one protocol to the other.",
  },
  {
    of: "large",
    report: reportOf({ exits: { large: late } }),
    verdict: "bad",
    sentence:
      "Small responses arrive but large ones don't. Path MTU discovery fails, for example because a firewall drops ICMPv6 Packet Too Big messages.",
  },
  {
    of: "large",
    report: reportOf({ exits: { dual: late, large: late } }),
    verdict: "bad",
    sentence: "No response, large or small.",
  },
  {
    of: "large",
    report: reportOf({ exits: { dual: exit(4, 30), large: exit(4, 2000) } }),
    verdict: "slow",
    sentence:
      "Arrived over IPv4, but late. Packets were lost until they were small enough.",
  },
  {
    of: "v6",
    report: reportOf({ exits: { v6: none } }),
    verdict: "bad",
    sentence: "No response, although IPv6 works. The name may not resolve.",
  },
  {
    of: "v6",
    report: reportOf({ exits: { ...v4Alone, dual: exit(4, 31) } }),
    verdict: "bad",
    sentence: "No response over IPv6.",
  },
  {
    of: "literal",
    report: reportOf({ exits: { literal: none } }),
    verdict: "bad",
    sentence: "No response, although IPv6 works with a host name.",
  },
  {
    of: "resolver",
    report: reportOf({ resolvers: late, resolversV6: late }),
    verdict: "untested",
    sentence: "Not tested: no query from your resolver arrived.",
  },
  {
    of: "literal",
    report: reportOf({ exits: { literal: missing } }),
    verdict: "untested",
    sentence: "Not tested: this server doesn't offer it.",
  },
  {
    of: "v4",
    report: reportOf({ exits: { v4: ended("blocked", 1) } }),
    verdict: "untested",
    sentence: "Not tested: your browser or an extension blocked the request.",
  },
];

Deno.test("readiness - uses the table's labels", () => {
  assert.deepEqual(
    readiness(reportOf(), en).tests.map(({ name, label }) => [name, label]),
    [
      ["v4", "IPv4 exit"],
      ["v6", "IPv6 exit"],
      ["dual", "Preferred exit"],
      ["large", "Large response"],
      ["literal", "IPv6 literal"],
      ["resolver", "DNS over IPv6"],
    ],
  );
});

Deno.test("readiness - explains each test's result", () => {
  for (const { of, report, verdict, sentence } of sentences) {
    const test = readiness(report, en).tests.find(({ name }) => name === of);
    assert.equal(test?.sentence, sentence);
    assert.equal(test?.verdict, verdict);
  }
});

Deno.test("readiness - explains the results in Chinese", () => {
  for (const { report } of [...cases, ...sentences]) {
    for (const { label, sentence } of readiness(report, egressTexts.zh).tests) {
      assert.match(sentence, /^[^{}]*\p{Script=Han}[^{}]*。$/u);
      assert.doesNotMatch(label + sentence, /[a-z]+ [a-z]+/);
    }
  }
});
