import assert from "node:assert/strict";
import { contact } from "../../support/registration_contact.ts";
import { registrationView } from "../../../lib/whois/registration_view.ts";
import {
  EMPTY_REGISTRATION,
  type Registration,
} from "../../../lib/whois/registration.ts";
import samples from "./registration_view.json" with { type: "json" };

const now = Date.UTC(2026, 10, 21, 12);

/** The view of a domain's registration, or of another with these fields. */
function viewOf(fields: Partial<Registration>, language?: "en" | "zh") {
  const registration: Registration = {
    ...EMPTY_REGISTRATION,
    kind: "domain",
    target: "example.test",
    subject: "example.test",
    source: "rdap",
    server: "rdap.nic.test",
    object_type: "domain",
    raw: { type: "json", text: "{}" },
    fetchedAt: "2026-11-21T11:30:00.000Z",
    ...fields,
  };
  return registrationView(registration, now, language);
}

const CREATED = "1995-08-14T04:00:00.000Z";
const EXPIRES = "2027-08-13T04:00:00.000Z";
const jane = {
  name: "Jane Roe",
  organisation: "Example",
  emails: ["jane@example.test"],
  phones: ["+1 555 0100"],
  redacted: true,
};

const pairsOf = (facts: ReturnType<typeof viewOf>["facts"]) =>
  facts.map(({ label, value }) => [label, value]);

Deno.test("registrationView - shows a domain with every field", () => {
  const view = viewOf({
    unicode_name: "exämple.test",
    handle: "1-TEST",
    registrar: "Registrar Inc.",
    registrar_iana_id: "9999",
    variants: ["example.test"],
    dnssec: {
      signed: true,
      ds: [{ key_tag: 1, algorithm: 13, digest_type: 2, digest: "ab" }],
      keys: [{ flags: 257, protocol: 3, algorithm: 13, public_key: "AA==" }],
    },
    remarks: [{ title: "Note", text: ["One."] }],
    notices: [{ title: null, text: ["Two."] }],
    redacted: [
      { name: "Registrant Name", method: "removal", reason: "Policy" },
      { name: "Tech Email", method: "hidden", reason: null },
    ],
    contacts: [
      contact({ roles: ["registrant"], redacted: true }),
      contact({
        ...jane,
        roles: ["administrative", "technical"],
        handle: "JR1-TEST",
        address: ["1 Way", "NO"],
      }),
      contact({ name: "Somebody" }),
    ],
    whois_server: "whois.nic.test",
    created_at: CREATED,
    updated_at: "2026-11-21T11:00:00.000Z",
    expires_at: EXPIRES,
    events: [
      { action: "registration", at: CREATED },
      { action: "expiration", at: EXPIRES },
    ],
    statuses: ["active"],
    name_servers: ["ns1.example.test"],
    glue: [
      { name: "ns1.example.test", addresses: ["192.0.2.1", "2001:db8::1"] },
    ],
    links: [
      { rel: "self", href: "https://rdap.nic.test/x", type: null },
      { rel: "related", href: "https://rdap.nic.test/x", type: null },
      { rel: null, href: "https://registrar.test/", type: null },
    ],
  });
  assert.deepEqual(view, samples.domain);
});

Deno.test("registrationView - shows a network and an autonomous system", () => {
  const network = viewOf({
    kind: "ip",
    target: "198.51.100.7",
    subject: "198.51.100.0 – 198.51.100.255",
    object_type: "ip network",
    name: "EXAMPLE-NET",
    allocation_type: "ALLOCATION",
    country: "NL",
    networks: ["198.51.100.0/24"],
    parent_handle: "NET-198",
    created_at: "2026-11-20T12:00:00.000Z",
  });
  assert.equal(network.note, null);
  assert.deepEqual(
    network.badges.map(({ text, isWarning }) => [text, isWarning]),
    [["IP", false], ["1 day old", false]],
  );
  assert.deepEqual(pairsOf(network.facts), samples.network);
  const system = viewOf({
    kind: "asn",
    target: "AS64496",
    subject: "AS64496",
    object_type: "autnum",
    expires_at: "2027-01-01T00:00:00.000Z",
  });
  assert.deepEqual(system.badges.map(({ text }) => text), ["ASN"]);
  assert.deepEqual(system.facts.map(({ label }) => label), [
    ...["Number", "Name", "Allocation", "Country", "Status", "Created"],
    ...["Updated", "Expires", "Handle", "Object type", "Whois server"],
  ]);
});

Deno.test("registrationView - has a note if the target is not the registered object", () => {
  const view = viewOf({ target: "www.example.test" });
  assert.equal(view.title, "www.example.test");
  const note =
    "www.example.test has no registration of its own. This is the registration of example.test.";
  assert.equal(view.note, note);
});

Deno.test("registrationView - labels links only with registered relation types", () => {
  const textOf = (rel: string, language: "en" | "zh" = "en") =>
    viewOf({ links: [{ rel, href: "https://a.test/", type: null }] }, language)
      .links[0].text;
  assert.equal(textOf("terms-of-service"), "Terms of service: https://a.test/");
  assert.equal(textOf("up", "zh"), "上级记录：https://a.test/");
  assert.equal(textOf("odd", "zh"), "odd：https://a.test/");
  for (const rel of ["https://b.test/", "Self", "a b", ""]) {
    assert.equal(textOf(rel), "https://a.test/");
  }
});

Deno.test("registrationView - warns of a name registered in the last 30 days, and shows no age for a future date", () => {
  const DAY_MS = 86_400_000;
  const badge = (atMs: number) => {
    const created_at = new Date(atMs).toISOString();
    const { text, isWarning } = viewOf({ created_at }).badges[1] ?? {};
    return [text, isWarning];
  };
  assert.deepEqual(badge(now), ["less than a day old", true]);
  assert.deepEqual(badge(now - 30 * DAY_MS + 1), ["29 days old", true]);
  assert.deepEqual(badge(now - 30 * DAY_MS), ["30 days old", false]);
  assert.deepEqual(badge(now + 1), [undefined, undefined]);
});

Deno.test("registrationView - makes every character of a raw response visible", () => {
  const { raw, source } = viewOf({
    source: "whois",
    raw: { type: "text", text: "a\u001b[31m\n\u202eb\r" },
  });
  assert.deepEqual(raw, {
    label: "Raw whois response",
    text: "a\\u{1b}[31m\n\\u{202e}b\\u{d}",
  });
  const of = "Source: rdap.nic.test (whois), retrieved 2026-11-21 11:30 UTC.";
  assert.equal(source, of);
});

Deno.test("registrationView - in Chinese, leaves values without a translation as they are", () => {
  const view = viewOf({
    target: "www.example.test",
    registrar: "Registrar Inc.",
    contacts: [
      contact({ ...jane, roles: ["administrative", "technical", "dns"] }),
      contact({ redacted: true }),
    ],
    created_at: CREATED,
    expires_at: EXPIRES,
    events: [
      { action: "registration", at: CREATED },
      { action: "something else", at: EXPIRES },
    ],
    statuses: ["client transfer prohibited", "ACTIVE", "Delegated, verified"],
  }, "zh");
  const note =
    "www.example.test 没有单独的注册记录，以下是 example.test 的记录。";
  assert.equal(view.note, note);
  const title = "注册于 1995-08-14 04:00 UTC。";
  assert.deepEqual(view.badges, [
    { text: "域名", title: "查询的是域名。", isWarning: false },
    { text: "已注册 31 年", title, isWarning: false },
  ]);
  assert.deepEqual(pairsOf(view.facts), [
    ["域名", "example.test"],
    ["注册商", "Registrar Inc."],
    ["状态", ["注册商禁止转移", "正常", "Delegated, verified"]],
    ["注册时间", "1995-08-14 04:00 UTC"],
    ["更新时间", null],
    ["到期时间", "2027-08-13 04:00 UTC"],
    ["DNSSEC", null],
    ["注册编号", null],
    ["对象类型", "域名"],
    ["Whois 服务器", null],
  ]);
  const [shown, hidden] = view.contacts;
  assert.equal(shown.heading, "管理联系人、技术联系人、dns");
  const labels = shown.facts.map(({ label }) => label);
  assert.deepEqual(labels, ["名称", "组织", "邮箱", "电话"]);
  assert.equal(shown.redaction, "此联系人的部分信息未公开。");
  const redaction = "此联系人的信息未公开。";
  const nothing = { heading: "联系人", facts: [], handle: null };
  assert.deepEqual(hidden, { ...nothing, redaction });
  assert.deepEqual(
    view.timeline.map(({ label, distance }) => [label, distance]),
    [["注册", "31 年前"], ["Something else", "8 个月后"]],
  );
  assert.equal(view.raw.label, "原始 RDAP 响应");
  const source = "来源：rdap.nic.test（RDAP），获取于 2026-11-21 11:30 UTC。";
  assert.equal(view.source, source);
});

Deno.test("registrationView - shows the country's Chinese name and its code", () => {
  const rowsOf = (kind: "ip" | "asn", country: string) =>
    Object.fromEntries(pairsOf(viewOf({ kind, country }, "zh").facts));
  const network = rowsOf("ip", "NL");
  assert.equal(network["国家/地区"], "荷兰（NL）");
  assert.deepEqual(Object.keys(network).slice(0, 6), [
    ...["地址范围", "网段", "网络名称", "分配类型", "国家/地区", "上级网络"],
  ]);
  // RIPE and APNIC use codes for their whole regions.
  assert.equal(rowsOf("asn", "AP")["国家/地区"], "AP");
});

Deno.test("registrationView - shows a handle with what it holds, and links the handles of other contacts", () => {
  const view = viewOf({
    kind: "entity",
    target: "EX1-RIPE",
    subject: "EX1-RIPE",
    object_type: "entity",
    handle: "EX1-RIPE",
    name: "Example",
    allocation_type: "org",
    registrar_iana_id: "9999",
    networks: ["192.0.2.0/24"],
    autonomous_systems: ["AS64496"],
    contacts: [
      contact({ handle: "EX1-RIPE", name: "Example" }),
      contact({ roles: ["abuse"], handle: "AB1-RIPE", name: "Desk" }),
      contact({ roles: ["noc"], handle: "PLAIN", name: "Desk" }),
    ],
  });
  const title = "The target is the handle of a person or organization.";
  assert.deepEqual(view.badges, [{ text: "Contact", title, isWarning: false }]);
  assert.deepEqual(pairsOf(view.facts), samples.handle);
  assert.deepEqual(view.contacts.map(({ handle }) => handle), [
    null,
    { text: "AB1-RIPE", path: "/whois/AB1-RIPE" },
    { text: "PLAIN", path: null },
  ]);
});
