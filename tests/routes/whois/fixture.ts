/** The app with its own registry, queried over the network like any other. */
import { type TestApp, testApp } from "../../support/validated_app.ts";
import {
  arinNetwork,
  autnum,
  jcard,
  ripeNetwork,
  text,
} from "../../support/rdap_bodies.ts";
import {
  rdap,
  type RdapServer,
  redirect,
  startRdapServer,
} from "../../support/rdap_server.ts";
import { domainBody } from "../../support/whois_bodies.ts";

export interface WhoisFixture {
  app: TestApp;
  registry: RdapServer;
}

/**
 * Text that is harmful if it is shown unescaped: markup and a direction
 * override.
 */
export const hostile = "<script>alert(1)</script>";

const bodies: Record<string, unknown> = {
  "/domain/xn--bcher-kva.test": domainBody,
  "/domain/hostile.test": {
    objectClassName: "domain",
    ldhName: `${hostile}.test`,
    unicodeName: hostile,
    handle: hostile,
    status: [hostile],
    port43: hostile,
    events: [{ eventAction: hostile, eventDate: "2020-01-01" }],
    nameservers: [{ ldhName: hostile }, { ldhName: "../../sign-out" }],
    links: [
      { rel: hostile, href: `https://a.test/"${hostile}` },
      { href: "javascript:alert(1)" },
    ],
    entities: [{ roles: ["registrar"], handle: "\u202e" + hostile }],
    remarks: [hostile, "\u202e"],
  },
  "/domain/odd.test": hostile,
  "/ip/198.51.100.7": arinNetwork,
  "/ip/2001:db8::/32": ripeNetwork,
  "/autnum/64496": autnum,
  "/entity/EX1-TEST": {
    objectClassName: "entity",
    handle: "EX1-TEST",
    vcardArray: jcard(text("fn", "Example"), text("kind", "org")),
    networks: [{ startAddress: "192.0.2.0", endAddress: "192.0.2.255" }],
    autnums: [{ startAutnum: 64496 }],
    entities: [{ handle: "AB1-TEST", roles: ["abuse"] }],
  },
};

/** Starts the app and its registry for the time of a check. */
export async function withWhois(
  check: (fixture: WhoisFixture) => Promise<void>,
  env: Record<string, string> = {},
) {
  await using registry: RdapServer = startRdapServer((path) => {
    if (path.endsWith(".json")) {
      const keys = ["192.0.0.0/4", "2001:db8::/32", "64496-64511", "test"];
      return rdap({ services: [[keys, [registry.url]]] });
    }
    if (path === "/domain/loop.test") return redirect(path);
    if (path === "/domain/inner.test") return redirect("https://10.0.0.1/");
    return path in bodies ? rdap(bodies[path]) : undefined;
  });
  await using app = await testApp({
    env: {
      RDAP_BOOTSTRAP_URL: registry.url,
      RDAP_ALLOW_NETWORKS: "127.0.0.0/8",
      ...env,
    },
  });
  await check({ app, registry });
}

/** Registers a test of the whois pages. */
export function whoisTest(
  name: string,
  check: (fixture: WhoisFixture) => Promise<void>,
  env?: Record<string, string>,
) {
  Deno.test(name, () => withWhois(check, env));
}
