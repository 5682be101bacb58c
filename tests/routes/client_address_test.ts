import { assertResponse, types } from "../support/responses.ts";
import { testApp } from "../support/app.ts";

const TRUSTED_PROXIES = "127.0.0.1,10.0.0.0/8,2001:db8:aa::/48";

const cases: Record<
  string,
  [peer: string, value: string, expected: string][]
> = {
  "x-forwarded-for": [
    ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["127.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["127.0.0.1", "1.1.1.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["127.0.0.1", "10.9.9.9, 10.1.2.3", "10.9.9.9"],
    ["127.0.0.1", "1.1.1.1, nonsense, 10.1.2.3", "10.1.2.3"],
    ["127.0.0.1", "nonsense", "127.0.0.1"],
    ["127.0.0.1", "", "127.0.0.1"],
    ["127.0.0.1", "203.0.113.9:5678", "203.0.113.9"],
    ["127.0.0.1", "[2001:db8::1]:443", "2001:db8::1"],
    ["127.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    ["::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["2001:db8:aa::7", "2001:DB8:0::5", "2001:db8::5"],
    ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
  ],
  "forwarded": [
    ["127.0.0.1", "for=203.0.113.9;proto=https", "203.0.113.9"],
    ["127.0.0.1", 'for="[2001:db8::1]:443"', "2001:db8::1"],
    ["127.0.0.1", "for=1.1.1.1, FOR=203.0.113.9;by=10.0.0.1", "203.0.113.9"],
    ["127.0.0.1", "for=unknown", "127.0.0.1"],
    ["127.0.0.1", "for=_hidden, for=10.1.2.3", "10.1.2.3"],
  ],
  "x-real-ip": [
    ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
  ],
  "cf-connecting-ip": [
    ["10.0.0.1", "2001:db8::5", "2001:db8::5"],
    ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
  ],
};

for (const [header, rows] of Object.entries(cases)) {
  Deno.test(`client address - accepts ${header} only from trusted proxies`, async () => {
    await using app = await testApp({
      env: { TRUSTED_PROXIES, CLIENT_IP_HEADER: header, RATE_LIMIT_TEXT: "0" },
    });
    for (const [peer, value, expected] of rows) {
      const response = await app.get("/", {
        peer,
        headers: { [header]: value },
      });
      await assertResponse(response, 200, types.text, `${expected}\n`);
    }
  });
}

Deno.test("client address - reads only the configured header", async () => {
  await using app = await testApp({
    env: { TRUSTED_PROXIES, CLIENT_IP_HEADER: "x-real-ip" },
  });
  const response = await app.get("/", {
    peer: "127.0.0.1",
    headers: { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9" },
  });
  await assertResponse(response, 200, types.text, "127.0.0.1\n");
});

Deno.test("client address - treats repeated headers as one list", async () => {
  await using app = await testApp({ env: { TRUSTED_PROXIES } });
  const headers = new Headers();
  headers.append("x-forwarded-for", "1.1.1.1");
  headers.append("x-forwarded-for", "203.0.113.9");
  headers.append("x-forwarded-for", "10.0.0.7");
  const response = await app.get("/", { peer: "127.0.0.1", headers });
  await assertResponse(response, 200, types.text, "203.0.113.9\n");
});
