import { testApp } from "../support/app.ts";
import samples from "./client_address.json" with { type: "json" };
import { assertText } from "../support/routes.ts";

const TRUSTED_PROXIES = "127.0.0.1,10.0.0.0/8,2001:db8:aa::/48";

for (const [header, rows] of Object.entries(samples.headers)) {
  Deno.test(`client address - accepts ${header} only from trusted proxies`, async () => {
    await using app = await testApp({
      env: { TRUSTED_PROXIES, CLIENT_IP_HEADER: header, RATE_LIMIT_TEXT: "0" },
    });
    for (const [peer, value, expected] of rows) {
      const response = app.get("/", { peer, headers: { [header]: value } });
      await assertText(response, 200, `${expected}\n`);
    }
  });
}

Deno.test("client address - reads only the configured header", async () => {
  await using app = await testApp({
    env: { TRUSTED_PROXIES, CLIENT_IP_HEADER: "x-real-ip" },
  });
  const ip = "203.0.113.9";
  const headers = { "x-forwarded-for": ip, forwarded: `for=${ip}` };
  const response = app.get("/", { peer: "127.0.0.1", headers });
  await assertText(response, 200, "127.0.0.1\n");
});

Deno.test("client address - treats repeated headers as one list", async () => {
  await using app = await testApp({ env: { TRUSTED_PROXIES } });
  const headers = new Headers();
  for (const ip of ["1.1.1.1", "203.0.113.9", "10.0.0.7"]) {
    headers.append("x-forwarded-for", ip);
  }
  const response = app.get("/", { peer: "127.0.0.1", headers });
  await assertText(response, 200, "203.0.113.9\n");
});
