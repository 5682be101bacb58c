import assert from "node:assert/strict";
import {
  hasNetworkNamespaces,
  runInNamespace,
} from "../../../support/network_namespace.ts";
import { unboundTest } from "../../../support/unbound.ts";

unboundTest(
  "startDnsResponder - leads a resolver from IPv4 to v6.<nonce> over IPv6",
  async () => {
    const url = new URL("./v6_delegation.ts", import.meta.url);
    assert.deepEqual(await runInNamespace(url), {
      withIpv6: { rcode: "NOERROR", data: ["192.0.2.1"], families: [4, 6] },
      withoutIpv6: { rcode: "SERVFAIL", data: [], families: [4] },
    });
  },
  {
    // From Debian's util-linux and iproute2.
    programs: ["/usr/bin/unshare", "/usr/sbin/ip"],
    obstacle: hasNetworkNamespaces()
      ? null
      : "no network namespace may be made here",
  },
);
