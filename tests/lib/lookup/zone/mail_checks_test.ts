import assert from "node:assert/strict";
import { mailChecks } from "../../../../lib/lookup/zone/mail_checks.ts";
import type { FetchPolicy } from "../../../../lib/lookup/zone/mta_sts.ts";
import { a, cname, mx, txt } from "../records.ts";
import type { Script } from "../scripted_client.ts";
import { verdictsOf, zoneQueries } from "./zone_queries.ts";
import samples from "./mail_checks.json" with { type: "json" };

function findingsOf(script: Script, fetchPolicy?: FetchPolicy) {
  const notForMail = () => assert.fail("not for mail");
  return mailChecks("x.test", zoneQueries(script, notForMail, fetchPolicy));
}

async function verdicts(...parameters: Parameters<typeof findingsOf>) {
  return verdictsOf(await findingsOf(...parameters));
}

type Texts = Record<string, string | readonly string[] | null>;

/** A script of TXT records by name. */
const texts = (byName: Texts): Script =>
  Object.fromEntries(
    Object.entries(byName).map(([name, text]) => [
      `${name} TXT`,
      text === null ? null : [text].flat().map((each) => txt(name, each)),
    ]),
  );

/** A policy at x.test that refers to another. */
const spf = (terms: string, other: string | null) => ({
  "x.test": `v=spf1 ${terms}`,
  "y.test": other,
});

/** A chain of policies, each including the next. */
const includes = (count: number) =>
  texts(Object.fromEntries(Array.from({ length: count }, (_, i) => [
    i === 0 ? "x.test" : `i${i}.test`,
    i === count - 1
      ? "v=spf1 -all"
      : `v=spf1 include:i${i + 1}.test ${i === 0 ? "-all" : ""}`,
  ])));

const SPF: readonly [string, Texts][] = [
  ["ok", { "x.test": "v=spf1 -all" }],
  ["ok", { "x.test": "V=SPF1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ~all" }],
  ["ok", {
    "x.test": ["v=spf1 redirect=y.test", "other"],
    "y.test": "v=spf1 -all",
  }],
  ["ok", { "x.test": "v=spf1 exists:%{i}.z.test exp=e.test ?all" }],
  // Which policy that is depends on the sender.
  ["untested macro", { "x.test": "v=spf1 include:%{d}.y.test -all" }],
  ["untested macro", spf("include:y.test -all", "v=spf1 redirect=%{d}.z.test")],
  ["wrong no_all", { "x.test": "v=spf1 include:%{d}.y.test" }],
  // Nothing counts after all.
  ["ok", { "x.test": "v=spf1 -all include:%{d}.y.test include:x.test" }],
  ["wrong syntax", { "x.test": "v=spf1 -all ipv4:192.0.2.1" }],
  ["wrong allows_all", spf("redirect=y.test", "v=spf1 +all")],
  ["wrong allows_all", spf("include:y.test -all", "v=spf1 +all")],
  ["wrong allows_all", spf("+include:y.test -all", "v=spf1 +all")],
  ["ok", {
    "x.test": "v=spf1 ?include:y.test -all",
    "y.test": "v=spf1 include:z.test -all",
    "z.test": "v=spf1 +all",
  }],
  ["missing", { "x.test": "v=spf10 -all" }],
  ["untested no_response", { "x.test": null }],
  ["wrong several", { "x.test": ["v=spf1 -all", "v=spf1 ~all"] }],
  ["wrong allows_all", { "x.test": "v=spf1 +all" }],
  ["wrong allows_all", { "x.test": "v=spf1 mx all" }],
  ["wrong no_all", { "x.test": "v=spf1 mx" }],
  ["wrong syntax", { "x.test": "v=spf1 ipv4:192.0.2.1 -all" }],
  ["wrong include_missing", spf("include:y.test -all", "none")],
  ["untested no_response", spf("include:y.test -all", null)],
  ["wrong loop", { "x.test": "v=spf1 include:x.test -all" }],
  ["wrong too_many_lookups", { "x.test": `v=spf1 ${"a ".repeat(11)}-all` }],
  ["ok", { "x.test": `v=spf1 ${"a ".repeat(10)}-all` }],
];

Deno.test("mailChecks - counts the lookups of SPF, and finds its faults", async () => {
  for (const [expected, byName] of SPF) {
    const { spf } = await verdicts(texts(byName));
    assert.equal(spf, expected, JSON.stringify(byName));
  }
  assert.equal((await verdicts(includes(11))).spf, "ok");
  assert.equal((await verdicts(includes(12))).spf, "wrong too_many_lookups");
});

Deno.test("mailChecks - reads one tagged record of each kind", async () => {
  type Case = [string, string, string | string[] | null, string];
  const cases = samples.taggedRecords as Case[];
  for (const [check, prefix, text, expected] of cases) {
    const found = await verdicts(texts({ [`${prefix}.x.test`]: text }));
    assert.equal(found[check], expected, String(text));
  }
});

Deno.test("mailChecks - looks at the mail servers", async () => {
  const MX = "x.test MX";
  const nullMx = mx("x.test", 0, ".");
  const one = { [MX]: [mx("x.test", 1, "m.test")] };
  const A = "m.test A";
  const own = [a("m.test", "192.0.2.1")];
  const CNAME = "m.test CNAME";
  const alias = [cname("m.test", "n.test")];
  const cases: readonly [Script, string][] = [
    [{ [MX]: [] }, "missing"],
    [{ [MX]: null }, "untested no_response"],
    [{ [MX]: [nullMx] }, "ok no_mail"],
    [{ [MX]: [nullMx, ...one[MX]] }, "wrong null_among_others"],
    [{ ...one, [A]: own }, "ok"],
    [one, "wrong no_address"],
    [{ ...one, [A]: null }, "untested no_response"],
    [{ ...one, [CNAME]: null, [A]: own }, "untested no_response"],
    [
      { ...one, [CNAME]: alias, [A]: [a("n.test", "192.0.2.1")] },
      "wrong alias",
    ],
  ];
  for (const [script, expected] of cases) {
    assert.equal((await verdicts(script)).mx, expected, JSON.stringify(script));
  }
  const servers = [mx("x.test", 5, "m.test"), nullMx];
  const [{ evidence }] = await findingsOf({ [MX]: servers });
  assert.deepEqual(evidence, ["MX 0 .", "MX 5 m.test."]);
});

/** A domain that announces a policy file. */
const ANNOUNCED: Script = {
  ...texts({ "_mta-sts.x.test": "v=STSv1; id=1" }),
  "mta-sts.x.test A": [a("mta-sts.x.test", "192.0.2.1")],
};

async function mtaSts(host: string, mx: Script) {
  const text = `version: STSv1\nmode: enforce\nmx: ${host}\nmax_age: 1`;
  const { mta_sts } = await verdicts(
    { ...ANNOUNCED, ...mx },
    () => Promise.resolve({ status: 200, text }),
  );
  return mta_sts;
}

Deno.test("mailChecks - a policy file covers no mail servers that are not known", async () => {
  const unknown = await mtaSts("m.x.test", { "x.test MX": null });
  assert.equal(unknown, "untested no_response");
});

Deno.test("mailChecks - without MX records, a policy file must cover the domain itself", async () => {
  assert.equal(await mtaSts("m.x.test", {}), "wrong policy_mx");
  assert.equal(await mtaSts("x.test", {}), "ok");
  const none = { "x.test MX": [mx("x.test", 0, ".")] };
  assert.equal(await mtaSts("m.x.test", none), "ok");
});

Deno.test("mailChecks - judges the policy file that a record of MTA-STS announces", async () => {
  const MX = [mx("x.test", 1, "m.x.test"), mx("x.test", 2, "b.y.test")];
  const script = { ...ANNOUNCED, "x.test MX": MX };
  const policy = (...lines: string[]) =>
    ["version: STSv1", "max_age: 86400", ...lines].join("\r\n");
  const enforced = (...lines: string[]) => policy("mode: enforce", ...lines);
  const both = ["mx: M.x.test", "mx: *.y.test"];
  const whole = enforced(...both);
  const cases: readonly [string | number | null, string][] = [
    [whole, "ok"],
    [policy("mode: testing", ...both), "ok policy_testing"],
    [policy("mode: none"), "ok policy_none"],
    [enforced("mx: m.x.test"), "wrong policy_mx"],
    [enforced("mx: *.test", both[0]), "wrong policy_mx"],
    [enforced(), "wrong policy_invalid"],
    [policy("mode: strict", ...both), "wrong policy_invalid"],
    [policy(...both), "wrong policy_invalid"],
    [whole.replace("STSv1", "STSv2"), "wrong policy_invalid"],
    [whole.replace("86400", "31557601"), "wrong policy_invalid"],
    ["<html>", "wrong policy_invalid"],
    [404, "wrong policy_missing"],
    [null, "untested policy_unreachable"],
  ];
  const urls: string[] = [];
  for (const [given, expected] of cases) {
    const { mta_sts } = await verdicts(script, (url) => {
      urls.push(url.href);
      return Promise.resolve(
        given === null
          ? null
          : typeof given === "number"
          ? { status: given, text: "" }
          : { status: 200, text: given },
      );
    });
    assert.equal(mta_sts, expected, String(given));
  }
  const url = "https://mta-sts.x.test/.well-known/mta-sts.txt";
  assert.deepEqual(new Set(urls), new Set([url]));
  // A server that never responds ends with the check's own time limit.
  const late = await verdicts(
    script,
    () => Promise.reject(new DOMException("late", "TimeoutError")),
  );
  assert.equal(late.mta_sts, "untested policy_unreachable");
});
