import assert from "node:assert/strict";
import { mailChecks } from "../../../../lib/lookup/zone/mail_checks.ts";
import { ZoneQueries } from "../../../../lib/lookup/zone/zone_servers.ts";
import type { FetchPolicy } from "../../../../lib/lookup/zone/mta_sts.ts";
import type { DnsRecord } from "../../../../lib/dns/records.ts";
import { client as visitor } from "../../../support/caller.ts";
import { policy } from "../policy.ts";
import { a, cname, mx, txt } from "../records.ts";
import { type Script, scriptedClient } from "../scripted_client.ts";
import samples from "./mail_checks.json" with { type: "json" };

const { signal } = new AbortController();

function findingsOf(
  script: Script,
  fetchPolicy: FetchPolicy = () => Promise.resolve(null),
) {
  const client = {
    ...scriptedClient(script),
    queryServer: () => Promise.reject(new Error("not for mail")),
  };
  const deps = { client, policy, now: () => 0, serverPort: 53, fetchPolicy };
  const queries = new ZoneQueries(deps, { client: visitor, signal });
  return mailChecks("x.test", queries);
}

/** Each check as `state reason`. */
async function verdicts(...parameters: Parameters<typeof findingsOf>) {
  const findings = await findingsOf(...parameters);
  return Object.fromEntries(findings.map(({ check, state, reason }) => [
    check,
    [state, reason ?? ""].join(" ").trim(),
  ]));
}

/** A script of TXT records by name. */
const texts = (byName: Record<string, string | readonly string[] | null>) =>
  Object.fromEntries(
    Object.entries(byName).map(([name, text]) => [
      `${name} TXT`,
      text === null
        ? null
        : [text].flat().map((each): DnsRecord => txt(name, each)),
    ]),
  );

/** A chain of policies, each including the next. */
const includes = (count: number) =>
  texts(Object.fromEntries(Array.from({ length: count }, (_, i) => [
    i === 0 ? "x.test" : `i${i}.test`,
    i === count - 1
      ? "v=spf1 -all"
      : `v=spf1 include:i${i + 1}.test ${i === 0 ? "-all" : ""}`,
  ])));

const SPF: readonly [
  string,
  Record<string, string | readonly string[] | null>,
][] = [
  ["ok", { "x.test": "v=spf1 -all" }],
  ["ok", { "x.test": "V=SPF1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ~all" }],
  ["ok", {
    "x.test": ["v=spf1 redirect=y.test", "other"],
    "y.test": "v=spf1 -all",
  }],
  ["ok", { "x.test": "v=spf1 exists:%{i}.z.test exp=e.test ?all" }],
  // Which policy that is depends on the sender.
  ["untested macro", { "x.test": "v=spf1 include:%{d}.y.test -all" }],
  ["untested macro", {
    "x.test": "v=spf1 include:y.test -all",
    "y.test": "v=spf1 redirect=%{d}.z.test",
  }],
  ["wrong no_all", { "x.test": "v=spf1 include:%{d}.y.test" }],
  // Nothing counts after all.
  ["ok", { "x.test": "v=spf1 -all include:%{d}.y.test include:x.test" }],
  ["wrong syntax", { "x.test": "v=spf1 -all ipv4:192.0.2.1" }],
  ...["redirect=y.test", "include:y.test -all", "+include:y.test -all"].map(
    (terms): (typeof SPF)[number] => ["wrong allows_all", {
      "x.test": `v=spf1 ${terms}`,
      "y.test": "v=spf1 +all",
    }],
  ),
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
  ["wrong include_missing", {
    "x.test": "v=spf1 include:y.test -all",
    "y.test": "none",
  }],
  ["untested no_response", {
    "x.test": "v=spf1 include:y.test -all",
    "y.test": null,
  }],
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
  const cases = samples.taggedRecords as [
    string,
    string,
    string | string[] | null,
    string,
  ][];
  for (const [check, prefix, text, expected] of cases) {
    const found = await verdicts(texts({ [`${prefix}.x.test`]: text }));
    assert.equal(found[check], expected, String(text));
  }
});

Deno.test("mailChecks - looks at the mail servers", async () => {
  const MX = "x.test MX";
  const cases: readonly [Script, string][] = [
    [{ [MX]: [] }, "missing"],
    [{ [MX]: null }, "untested no_response"],
    [{ [MX]: [mx("x.test", 0, ".")] }, "ok no_mail"],
    [
      { [MX]: [mx("x.test", 0, "."), mx("x.test", 1, "m.test")] },
      "wrong null_among_others",
    ],
    [
      {
        [MX]: [mx("x.test", 1, "m.test")],
        "m.test A": [a("m.test", "192.0.2.1")],
      },
      "ok",
    ],
    [{ [MX]: [mx("x.test", 1, "m.test")] }, "wrong no_address"],
    [
      { [MX]: [mx("x.test", 1, "m.test")], "m.test A": null },
      "untested no_response",
    ],
    [
      {
        [MX]: [mx("x.test", 1, "m.test")],
        "m.test CNAME": null,
        "m.test A": [a("m.test", "192.0.2.1")],
      },
      "untested no_response",
    ],
    [
      {
        [MX]: [mx("x.test", 1, "m.test")],
        "m.test CNAME": [cname("m.test", "n.test")],
        "m.test A": [a("n.test", "192.0.2.1")],
      },
      "wrong alias",
    ],
  ];
  for (const [script, expected] of cases) {
    assert.equal((await verdicts(script)).mx, expected, JSON.stringify(script));
  }
  const servers = [mx("x.test", 5, "m.test"), mx("x.test", 0, ".")];
  const [{ evidence }] = await findingsOf({ [MX]: servers });
  assert.deepEqual(evidence, ["MX 0 .", "MX 5 m.test."]);
});

Deno.test("mailChecks - a policy file covers no mail servers that are not known", async () => {
  const script = {
    ...texts({ "_mta-sts.x.test": "v=STSv1; id=1" }),
    "mta-sts.x.test A": [a("mta-sts.x.test", "192.0.2.1")],
    "x.test MX": null,
  };
  const file = "version: STSv1\nmode: enforce\nmx: m.x.test\nmax_age: 1";
  const found = await verdicts(
    script,
    () => Promise.resolve({ status: 200, text: file }),
  );
  assert.equal(found.mta_sts, "untested no_response");
});

Deno.test("mailChecks - without MX records, a policy file must cover the domain itself", async () => {
  const script = {
    ...texts({ "_mta-sts.x.test": "v=STSv1; id=1" }),
    "mta-sts.x.test A": [a("mta-sts.x.test", "192.0.2.1")],
  };
  const file = (host: string) =>
    `version: STSv1\nmode: enforce\nmx: ${host}\nmax_age: 1`;
  const of = async (host: string, more: Script = {}) =>
    (await verdicts(
      { ...script, ...more },
      () => Promise.resolve({ status: 200, text: file(host) }),
    )).mta_sts;
  assert.equal(await of("m.x.test"), "wrong policy_mx");
  assert.equal(await of("x.test"), "ok");
  const none = { "x.test MX": [mx("x.test", 0, ".")] };
  assert.equal(await of("m.x.test", none), "ok");
});

Deno.test("mailChecks - judges the policy file that a record of MTA-STS announces", async () => {
  const MX = [mx("x.test", 1, "m.x.test"), mx("x.test", 2, "b.y.test")];
  const script = {
    ...texts({ "_mta-sts.x.test": "v=STSv1; id=1" }),
    "x.test MX": MX,
    "mta-sts.x.test A": [a("mta-sts.x.test", "192.0.2.1")],
  };
  const policy = (...lines: string[]) =>
    ["version: STSv1", "max_age: 86400", ...lines].join("\r\n");
  const both = ["mx: M.x.test", "mx: *.y.test"];
  const cases: readonly [string | number | null, string][] = [
    [policy("mode: enforce", ...both), "ok"],
    [policy("mode: testing", ...both), "ok policy_testing"],
    [policy("mode: none"), "ok policy_none"],
    [policy("mode: enforce", "mx: m.x.test"), "wrong policy_mx"],
    [
      policy("mode: enforce", "mx: *.test", ...both.slice(0, 1)),
      "wrong policy_mx",
    ],
    [policy("mode: enforce"), "wrong policy_invalid"],
    [policy("mode: strict", ...both), "wrong policy_invalid"],
    [policy(...both), "wrong policy_invalid"],
    [
      policy("mode: enforce", ...both).replace("STSv1", "STSv2"),
      "wrong policy_invalid",
    ],
    [
      policy("mode: enforce", ...both).replace("86400", "31557601"),
      "wrong policy_invalid",
    ],
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
  assert.deepEqual(
    new Set(urls),
    new Set(["https://mta-sts.x.test/.well-known/mta-sts.txt"]),
  );
  // A server that never responds ends with the check's own time limit.
  const late = await verdicts(
    script,
    () => Promise.reject(new DOMException("late", "TimeoutError")),
  );
  assert.equal(late.mta_sts, "untested policy_unreachable");
});
