import assert from "node:assert/strict";
import { createFetchPolicy } from "../../../../lib/app/services/dns.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { policyUrl } from "../../../../lib/lookup/zone/mta_sts.ts";

Deno.test("createFetchPolicy - connects to no reserved address, over nothing but HTTPS", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const isReached = listener.accept().then(() => true, () => false);
  const queries: string[] = [];
  const fetchPolicy = createFetchPolicy({
    addresses: (name, family) => {
      queries.push(`${name} ${family}`);
      const ips = family === 4 ? [parseIp("127.0.0.1")!] : [];
      return Promise.resolve({ ips, ttlSeconds: null });
    },
  });
  const { signal } = new AbortController();
  const onPort = policyUrl("x.test");
  onPort.port = String(listener.addr.port);
  assert.equal(await fetchPolicy(onPort, signal), null);
  assert.deepEqual(queries, ["mta-sts.x.test 4", "mta-sts.x.test 6"]);
  const plain = new URL(onPort);
  plain.protocol = "http:";
  assert.equal(await fetchPolicy(plain, signal), null);
  listener.close();
  assert.equal(await isReached, false);
  const gone = AbortSignal.abort(new Error("enough"));
  await assert.rejects(fetchPolicy(onPort, gone), { message: "enough" });
});
