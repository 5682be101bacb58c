/** Other programs, measured on the same core. */
import { attempt, type Draw, Failure } from "./contenders.ts";
import {
  type BenchServer,
  freePort,
  isInstalled,
  startOnCore,
} from "./servers.ts";

/** Null if it is not installed. */
type Peer = BenchServer | Failure | null;

export interface Peers {
  raw: BenchServer | Failure;
  nginx: Peer;
  echoip: Peer;
}

/**
 * Starts the peers. If one does not start, the others still do.
 *
 * @param started called with each running peer, to stop it at the end
 */
export async function startPeers(
  started: (server: BenchServer) => BenchServer,
): Promise<Peers> {
  const peers = {
    raw: await attempt(startRaw),
    nginx: await attempt(startNginx),
    echoip: await attempt(startEchoip),
  };
  for (const peer of Object.values(peers)) {
    if (peer && !(peer instanceof Failure)) started(peer);
  }
  return peers;
}

/**
 * Sends requests to a peer, or fails with the error of its start; undefined if it
 * is not installed.
 */
export function drawFrom(
  peer: Peer,
  draw: (server: BenchServer, seconds: number) => Promise<number>,
): Draw | undefined {
  if (peer === null) return undefined;
  return peer instanceof Failure
    ? () => Promise.reject(new Error(peer.reason))
    : (seconds) => draw(peer, seconds);
}

async function startRaw(): Promise<BenchServer> {
  const port = String(freePort());
  return await startOnCore(
    [Deno.execPath(), "run", "-A", "-q", "tests/bench/raw.ts", port],
    `http://127.0.0.1:${port}/`,
  );
}

/** A client to which echoip responds with text. */
export const COMMAND_LINE = { "user-agent": "curl/8.0" };

/** The raw handler of first lookups. */
export async function startRawPtr(dnsPort: number): Promise<BenchServer> {
  const port = String(freePort());
  const script = ["--unstable-net", "tests/bench/raw_ptr.ts"];
  return await startOnCore(
    [Deno.execPath(), "run", "-A", "-q", ...script, port, String(dnsPort)],
    `http://127.0.0.1:${port}/`,
  );
}

async function startNginx(): Promise<BenchServer | null> {
  if (!await isInstalled("nginx", "-v")) return null;
  const port = freePort();
  const folder = await Deno.makeTempDir({ prefix: "nginx-" });
  const config = `${folder}/nginx.conf`;
  await Deno.writeTextFile(
    config,
    `worker_processes 1;
daemon off;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    location / {
      default_type text/plain;
      return 200 $remote_addr\\n;
    }
  }
}
`,
  );
  const server = await startOnCore(
    ["nginx", "-p", folder, "-c", config],
    `http://127.0.0.1:${port}/`,
  );
  return {
    ...server,
    async stop() {
      await server.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/**
 * With its page where `ECHOIP_HTML` names the folder of its templates; it believes
 * its proxy, as the service does.
 *
 * @param processors how many threads run Go code at once (`GOMAXPROCS`)
 */
export async function startEchoip(processors = 1): Promise<BenchServer | null> {
  if (!await isInstalled("echoip", "-h")) return null;
  const port = freePort();
  const templates = Deno.env.get("ECHOIP_HTML");
  const args = ["-l", `127.0.0.1:${port}`, "-H", "X-Forwarded-For"];
  if (templates) args.push("-t", templates);
  const url = `http://127.0.0.1:${port}/`;
  return await startOnCore(["echoip", ...args], url, {
    GOMAXPROCS: String(processors),
  });
}
