import assert from "node:assert/strict";
import { readConfig } from "../../../../lib/app/config.ts";
import {
  createFetchPolicy,
  openDnsServices,
} from "../../../../lib/app/services/dns.ts";
import { InputError } from "../../../../lib/core/errors.ts";
import { createLog } from "../../../../lib/core/log.ts";
import { client } from "../../../support/caller.ts";
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

for (const LOOKUP_PRIVATE of ["on", "off"]) {
  Deno.test(`openDnsServices - with LOOKUP_PRIVATE ${LOOKUP_PRIVATE}, ${LOOKUP_PRIVATE === "on" ? "queries" : "refuses"} the names of reserved addresses`, async () => {
    const { lookup, close } = openDnsServices({
      config: readConfig((name) => ({ LOOKUP_PRIVATE })[name]),
      hasFolder: false,
      now: () => 0,
      log: createLog({ level: "error", now: () => 0, write() {} }),
    });
    const name = "1.0.0.10.in-addr.arpa";
    const asked = { input: name, normalized: name, recordType: "PTR" } as const;
    const query = { dnsType: "dns_lookup", ...asked } as const;
    const signal = AbortSignal.abort(new Error("enough"));
    const isExpected = (error: Error) =>
      LOOKUP_PRIVATE === "on"
        ? error.message === "enough"
        : error instanceof InputError &&
          error.params.reason === "reverse_name_reserved";
    await assert.rejects(lookup.run(query, { client, signal }), isExpected);
    await close();
  });
}
