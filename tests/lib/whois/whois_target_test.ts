import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "../../../lib/core/errors.ts";
import {
  findRegistered,
  isOtherName,
  parseRegistryTarget,
  parseWhoisTarget,
  registrableNames,
  requestedTarget,
  suggestedTarget,
  whoisPath,
} from "../../../lib/whois/whois_target.ts";
import { codePoint } from "../../support/code_point.ts";
import { parseDomain } from "../../../lib/net/domain.ts";
import { RegistryError } from "../../../lib/whois/rdap/registry_error.ts";
import samples from "./whois_target.json" with { type: "json" };

Deno.test("parseWhoisTarget - recognizes and normalizes the four kinds", () => {
  for (const [text, kind, spelling] of samples.targets) {
    const target = parseWhoisTarget(text);
    assert.deepEqual([target.kind, target.text], [kind, spelling], text);
  }
});

Deno.test("parseRegistryTarget - also accepts a top-level domain", () => {
  const cases = [["COM", "com"], ["de.", "de"], ["中国", "xn--fiqs8s"]];
  for (const [text, ascii] of cases) {
    const target = { kind: "domain", domain: { ascii }, text: ascii };
    assert.deepEqual(parseRegistryTarget(text), target);
  }
  assert.equal(parseRegistryTarget("AS1").kind, "asn");
  for (const text of ["a", "te5t", "-com", "co_m", ""]) {
    assert.throws(() => parseRegistryTarget(text), { status: 400 }, text);
  }
});

Deno.test("parseRegistryTarget - also accepts a handle with a tag, and nothing that is only like one", () => {
  for (const text of ["XY12-RIPE", "abuse1-arin", "A_b-C-LACNIC", "1-FRNIC"]) {
    assert.deepEqual(parseRegistryTarget(text), { kind: "entity", text });
  }
  for (const text of ["XY12", "-RIPE", "XY12-", "XY12-7", "xy 1-RIPE"]) {
    assert.throws(() => parseRegistryTarget(text), { name: "AppError" }, text);
  }
  assert.equal(parseRegistryTarget("a-b.c").kind, "domain");
});

Deno.test("parseWhoisTarget - rejects invalid targets with 400 and the code of their kind", () => {
  for (const [text, code] of samples.invalidTargets) {
    const error = { name: "AppError", status: 400, code };
    assert.throws(() => parseWhoisTarget(text), error, JSON.stringify(text));
  }
});

Deno.test("parseWhoisTarget - explains what an AS number and a network must look like", () => {
  const asn = { params: { reason: "asn_malformed", max: 4294967295 } };
  assert.throws(() => parseWhoisTarget("AS01"), asn);
  const cidr = { params: { reason: "cidr_malformed" } };
  assert.throws(() => parseWhoisTarget("1.2.3.4/x"), cidr);
});

Deno.test("parseWhoisTarget - parses its own text to the same target, or throws 400", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.ipV4(), fc.nat(40)).map((pair) => pair.join("/")),
    fc.nat().map((number) => `AS${number}`),
  );
  fc.assert(fc.property(text, (text) => {
    try {
      const target = parseWhoisTarget(text);
      assert.deepEqual(parseWhoisTarget(target.text), target);
    } catch (error) {
      assert(error instanceof AppError && error.status === 400);
    }
  }));
});

function targetOf(path: string): string {
  return requestedTarget(new URL(path, "http://porthole.test"));
}

Deno.test("requestedTarget - reads a path, with a plain or an encoded slash, and the form's query", () => {
  assert.equal(targetOf("/whois/AS15169"), "AS15169");
  assert.equal(targetOf("/whois/192.0.2.0/24"), "192.0.2.0/24");
  assert.equal(targetOf("/whois/192.0.2.0%2F24"), "192.0.2.0/24");
  assert.equal(targetOf("/whois/2001:db8::7/"), "2001:db8::7");
  assert.equal(targetOf("/whois/b%C3%BCcher.example"), "bücher.example");
  assert.equal(targetOf("/whois/%20a.example"), "a.example");
  assert.equal(targetOf("/whois/https%3A%2F%2Fa.example%2Fb"), "a.example");
  assert.equal(targetOf("/whois?query=+192.0.2.0%2F24+"), "192.0.2.0/24");
  assert.equal(targetOf("/whois"), "");
  assert.equal(targetOf("/whois/"), "");
});

Deno.test("requestedTarget - rejects a broken percent-encoding with 400", () => {
  const error = { name: "AppError", status: 400, code: "INVALID_TARGET" };
  for (const path of ["/whois/%", "/whois/%FF", "/whois/%E0%A4%A"]) {
    assert.throws(() => targetOf(path), error, path);
  }
});

Deno.test("whoisPath - leads back to the target", () => {
  const texts = ["AS15169", "192.0.2.0/24", "2001:db8::/32", "a.example"];
  for (const text of texts) {
    assert.equal(targetOf(whoisPath({ text })), text);
    const json = whoisPath({ text }, { output: "json" });
    assert.equal(json, `/whois/${text}?output=json`);
  }
  fc.assert(fc.property(fc.domain(), (text) => {
    const target = parseWhoisTarget(text);
    assert.equal(targetOf(whoisPath(target)), target.text);
  }));
});

Deno.test("suggestedTarget - finds what was probably meant, or nothing", () => {
  const target = { label: "example.test", path: "/whois/example.test" };
  assert.deepEqual(suggestedTarget("example,test"), target);
  assert.equal(suggestedTarget("?"), null);
});

Deno.test("isOtherName - ignores case, a trailing dot and the script", () => {
  const same = ["EXAMPLE.TEST", "example.test.", " example.test ", null, ""];
  const cases: [string, boolean, ...(string | null)[]][] = [
    ["example.test", false, ...same, "not a name", "test"],
    ["bücher.test", false, "xn--bcher-kva.test"],
    ["xn--bcher-kva.test", false, "BÜCHER.test"],
    ["example.test", true, "other.test"],
    ["www.example.test", true, "example.test"],
    ["bücher.test", true, "bucher.test"],
  ];
  for (const [name, isOther, ...registered] of cases) {
    for (const found of registered) {
      const of = isOtherName(parseDomain(name)!, found);
      assert.equal(of, isOther, `${name} ${found}`);
    }
  }
});

Deno.test("registrableNames - returns the name and up to two parents", () => {
  const cases = [
    ["example.com"],
    ["www.example.com", "example.com"],
    ["a.b.example.co.uk", "example.co.uk", "co.uk"],
  ];
  for (const names of cases) {
    const found = registrableNames({ ascii: names[0] });
    assert.deepEqual(found.map(({ ascii }) => ascii), names);
  }
});

/** Looks for a name whose parents have these records or failures in turn. */
async function find(ascii: string, ...outcomes: unknown[]) {
  const names: string[] = [];
  const finding = findRegistered({ ascii }, (name) => {
    const outcome = outcomes[names.push(name.ascii) - 1];
    return outcome instanceof Error
      ? Promise.reject(outcome)
      : Promise.resolve(outcome);
  });
  const found = await finding.catch((error) => error.code);
  return { found, names };
}

Deno.test("findRegistered - returns the first name that is registered", async () => {
  assert.deepEqual(await find("a.b.example.com", null, 7), {
    found: { name: { ascii: "b.example.com" }, response: 7 },
    names: ["a.b.example.com", "b.example.com"],
  });
});

Deno.test("findRegistered - returns null if no name is registered", async () => {
  const { found } = await find("www.a.example", null, null);
  assert.equal(found, null);
});

Deno.test("findRegistered - throws a refusal only if no parent is registered", async () => {
  for (const code of ["rejected", "malformed"] as const) {
    const refusal = new RegistryError(code);
    const accepted = await find("www.a.example", refusal, "x");
    const name = { ascii: "a.example" };
    assert.deepEqual(accepted.found, { name, response: "x" });
    for (const parent of [refusal, null]) {
      const { found } = await find("www.a.example", refusal, parent);
      assert.equal(found, code, String(parent));
    }
  }
});

Deno.test("findRegistered - throws any other error at once", async () => {
  const failure = new RegistryError("unreachable");
  const { found, names } = await find("www.a.example", failure);
  assert.equal(found, "unreachable");
  assert.equal(names.length, 1);
});
