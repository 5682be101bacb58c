import type { AppProcess } from "../support/app_process.ts";
import { checkBehind, type Proxy } from "./behind_proxy.ts";
import { ended, startedOnFreePorts } from "../support/programs.ts";
import {
  caddyfileTest,
  deployFile,
  programTest,
  replacedAll,
  startCaddy,
} from "./program_test_of.ts";

caddyfileTest("Caddyfile");

/** Caddy listens before its authority has written the certificates. */
async function certified(port: number, hostname: string, caCert: string) {
  for (let attempt = 0;; attempt++) {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
    try {
      using tls = await Deno.startTls(tcp, { hostname, caCerts: [caCert] });
      await tls.handshake();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

programTest(
  "Caddyfile - the service behind it",
  "caddy",
  (caddy, test) =>
    checkBehind(async (app: AppProcess): Promise<Proxy> => {
      const home = await Deno.makeTempDir({ prefix: "caddy-" });
      const { ports: [httpPort, httpsPort], child } = await startedOnFreePorts(
        2,
        async ([httpPort, httpsPort]) => {
          const own = [
            `http_port ${httpPort}`,
            `https_port ${httpsPort}`,
            // Its own authority vouches, since no other can be reached.
            "local_certs",
            "skip_install_trust",
            "admin off",
          ].join("\n\t");
          const file = replacedAll(await deployFile("Caddyfile"), [
            // A test has less patience.
            ["read_header 15s", "read_header 1s"],
            ["127.0.0.1:8000", `127.0.0.1:${app.port}`],
            ["{\n\tservers {", `{\n\t${own}\n\tservers {`],
          ]);
          await Deno.writeTextFile(`${home}/Caddyfile`, file);
          return startCaddy(caddy, home);
        },
      );
      const root = `${home}/caddy/pki/authorities/local/root.crt`;
      const caCert = await Deno.readTextFile(root);
      const certificates = ["ip", "v4.ip", "v6.ip", "api.ip"]
        .map((name) => certified(httpsPort, `${name}.example.net`, caCert));
      await Promise.all(certificates);
      return {
        httpPort,
        httpsPort,
        caCert,
        async [Symbol.asyncDispose]() {
          await ended(child);
          await Deno.remove(home, { recursive: true });
        },
      };
    }, test),
);
