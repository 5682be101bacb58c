import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "../../../../lib/core/errors.ts";
import {
  DENIED_TYPES,
  MAX_POLICY_LENGTH,
  parsePolicy,
  POLICY_PARAMETERS,
} from "../../../../lib/ipinfo/forward_auth/policy.ts";
import { ip } from "../../../support/address.ts";
import { codePoint } from "../../../support/code_point.ts";

const lists: Record<string, fc.Arbitrary<string>> = {
  allow_country: fc.constantFrom("DE", "us", "Cn", "GB"),
  deny_country: fc.constantFrom("FR", "kp"),
  allow_asn: fc.integer({ min: 0, max: 0xffffffff }).map((n) => `AS${n}`),
  deny_asn: fc.integer({ min: 0, max: 0xffffffff }).map(String),
  allow_net: fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.ipV4(), fc.nat({ max: 32 })).map((all) => all.join("/")),
  ),
  deny_type: fc.constantFrom(...DENIED_TYPES),
};

/** Items of some of the lists. */
const policies = fc.record(
  Object.fromEntries(
    Object.entries(lists).map((
      [name, item],
    ) => [name, fc.array(item, { minLength: 1, maxLength: 9 })]),
  ),
  { requiredKeys: [] },
).map((policy) => policy as Record<string, string[]>)
  .filter((policy) => Object.keys(policy).length > 0);

function queryOf(policy: Record<string, string[]>): string {
  return Object.entries(policy).map(([name, items]) =>
    `${name}=${encodeURIComponent(items.join(","))}`
  ).join("&");
}

function paramsOf(query: string) {
  try {
    parsePolicy(query);
  } catch (error) {
    assert(error instanceof AppError, String(error));
    assert.deepEqual([error.status, error.code], [400, "INVALID_INPUT"]);
    return error.params;
  }
  return null;
}

Deno.test("parsePolicy - keeps every item of every list", () => {
  fc.assert(fc.property(policies, (policy) => {
    const parsed = parsePolicy(queryOf(policy));
    const upper = (items?: string[]) =>
      items ? new Set(items.map((item) => item.toUpperCase())) : null;
    const numbers = (items?: string[]) =>
      items && new Set(items.map((item) => Number(item.replace("AS", ""))));
    const { allowNet, ...sets } = parsed;
    assert.deepEqual(sets, {
      allowCountry: upper(policy.allow_country),
      denyCountry: upper(policy.deny_country),
      allowAsn: numbers(policy.allow_asn) ?? null,
      denyAsn: numbers(policy.deny_asn) ?? null,
      denyType: policy.deny_type ? new Set(policy.deny_type) : null,
      deniesPrivate: false,
      deniesUnknown: false,
      isEnrichOnly: false,
    });
    assert.equal(allowNet === null, policy.allow_net === undefined);
    for (const net of policy.allow_net ?? []) {
      assert(allowNet?.has(ip(net.split("/")[0])), net);
    }
  }));
});

const MALFORMED = "list_item_malformed";

Deno.test("parsePolicy - an empty item anywhere in a list is an error", () => {
  const withGap = policies.chain((policy) => {
    const name = fc.constantFrom(...Object.keys(policy));
    return fc.tuple(fc.constant(policy), name, fc.nat({ max: 9 }));
  });
  fc.assert(fc.property(withGap, ([policy, name, at]) => {
    const items = policy[name].toSpliced(at, 0, "");
    const params = paramsOf(queryOf({ ...policy, [name]: items }));
    if (name === "deny_type") assert.equal(params?.reason, "not_one_of");
    else {
      const position = items.indexOf("") + 1;
      assert.deepEqual(params, { reason: MALFORMED, name, position });
    }
  }));
});

Deno.test("parsePolicy - a policy with another parameter, or one of them twice, is an error", () => {
  const other = fc.string({ unit: codePoint, minLength: 1, maxLength: 20 })
    .filter((name) => !(POLICY_PARAMETERS as readonly string[]).includes(name));
  fc.assert(fc.property(policies, other, (policy, name) => {
    const query = queryOf(policy);
    const more = new URLSearchParams([[name, "DE"]]);
    const reason = "parameter_unknown";
    assert.equal(paramsOf(`${query}&${more}`)?.reason, reason);
    assert.equal(paramsOf(`${more}&${query}`)?.reason, reason);
    const [first] = Object.keys(policy);
    const repeated = { reason: "parameter_repeated", name: first };
    assert.deepEqual(paramsOf(`${query}&${first}=DE`), repeated);
  }));
});

Deno.test("parsePolicy - any text is a policy with a rule, or a 400", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(..."&=,%/:.0aDE") }),
  );
  const query = fc.tuple(fc.constantFrom("", ...POLICY_PARAMETERS), text)
    .map(([name, rest]) => `${name}=${rest}`);
  fc.assert(fc.property(query, (query) => {
    if (paramsOf(query) !== null) return;
    assert(Object.values(parsePolicy(query)).some((rule) => rule));
  }));
});

const malformed: [query: string, reason: string][] = [
  ["", "policy_empty"],
  ["&", "policy_empty"],
  ["private=allow", "policy_empty"],
  ["private=", "not_one_of"],
  ["private=yes", "not_one_of"],
  ["Deny_country=DE", "parameter_unknown"],
  ["deny_net=192.0.2.0/24", "parameter_unknown"],
  ["deny_country", "list_item_malformed"],
  ["deny_country=", "list_item_malformed"],
  ["deny_country=DE, FR", "list_item_malformed"],
  ["deny_country=DE;FR", "list_item_malformed"],
  ["deny_country=XX", "list_item_malformed"],
  ["deny_country=UK", "list_item_malformed"],
  ["deny_country=Germany", "list_item_malformed"],
  ["deny_country=toString", "list_item_malformed"],
  ["allow_asn=AS", "list_item_malformed"],
  ["allow_asn=4294967296", "list_item_malformed"],
  ["deny_asn=-1", "list_item_malformed"],
  ["allow_net=192.0.2.0/33", "list_item_malformed"],
  ["allow_net=192.0.2", "list_item_malformed"],
  ["enrich=only&deny_asn=1", "parameter_unknown"],
  ["deny_type=VPN", "not_one_of"],
  ["deny_type=relay", "not_one_of"],
  ["deny_type=vpn&deny_type=tor", "parameter_repeated"],
  [`deny_asn=${"1,".repeat(MAX_POLICY_LENGTH / 2)}1`, "policy_too_long"],
];

for (const [query, reason] of malformed) {
  Deno.test(`parsePolicy - ${query.slice(0, 40)} is ${reason}`, () => {
    assert.equal(paramsOf(query)?.reason, reason);
  });
}

Deno.test("parsePolicy - private=deny alone is a policy, and so is enrich=only", () => {
  assert.equal(parsePolicy("private=deny").deniesPrivate, true);
  assert.equal(parsePolicy("enrich=only").isEnrichOnly, true);
});
