/** Programs that ask other services for the own address, and ask this one instead. */
import assert from "node:assert/strict";
import { testApp } from "../support/app.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { outcomeOf, programTests } from "./program_test_of.ts";

const test = programTests("ddclient", "inadyn");

/** The address that Porthole sees. */
const peer = "66.102.0.1";

/** A port of Porthole, and one that accepts updates of DNS records. Both record what they are asked. */
async function servers() {
  await using all = new AsyncDisposableStack();
  const app = all.use(await testApp());
  const requests: string[] = [];
  const updates: Record<string, string>[] = [];
  const listen = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const porthole = Deno.serve(listen, async ({ url, headers, method }) => {
    const { pathname, search } = new URL(url);
    requests.push(pathname + search);
    return await app.get(pathname + search, { peer, headers, method });
  });
  const updated = Deno.serve(listen, ({ url }) => {
    updates.push(Object.fromEntries(new URL(url).searchParams));
    return new Response(`good ${peer}\n`);
  });
  all.use(porthole);
  all.use(updated);
  const { path: folder } = all.use(await tempFolder("clients-"));
  const opened = all.move();
  return {
    folder,
    requests,
    updates,
    porthole: `127.0.0.1:${porthole.addr.port}`,
    provider: `127.0.0.1:${updated.addr.port}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

for (const path of ["/", "/ip?format=text", "/checkip"]) {
  test.ddclient(`ddclient - finds the address at ${path}`, async (ddclient) => {
    await using world = await servers();
    const { folder, porthole, provider } = world;
    const config = `use=web, web=http://${porthole}${path}
ssl=no
protocol=dyndns2
server=${provider}
login=user
password=secret
home.example
`;
    const file = `${folder}/ddclient.conf`;
    await Deno.writeTextFile(file, config, { mode: 0o600 });
    const { code, output } = await outcomeOf(ddclient, [
      ...["-daemon=0", "-foreground", "-verbose", "-noquiet"],
      ...["-file", file, "-cache", `${file}.cache`, "-pid", `${file}.pid`],
    ]);
    assert.equal(code, 0, output);
    assert.deepEqual(world.requests, [path], output);
    const [{ hostname, myip }] = world.updates;
    assert.deepEqual([hostname, myip], ["home.example", peer], output);
  });
}

test.inadyn("inadyn - finds the address at /checkip", async (inadyn) => {
  await using world = await servers();
  const { folder, porthole, provider } = world;
  // It resolves the host name before it asks.
  const config = `custom home {
    username       = user
    password       = secret
    hostname       = localhost
    checkip-server = "${porthole}"
    checkip-path   = /checkip
    checkip-ssl    = false
    ddns-server    = "${provider}"
    ddns-path      = "/nic/update?hostname=%h&myip=%i"
    ssl            = false
}
`;
  await Deno.writeTextFile(`${folder}/inadyn.conf`, config);
  const { code, output } = await outcomeOf(inadyn, [
    ...["--once", "--foreground", "--no-pidfile", "--loglevel", "debug"],
    ...["--config", `${folder}/inadyn.conf`],
    ...["--cache-dir", folder],
  ]);
  assert.equal(code, 0, output);
  assert.deepEqual(world.requests, ["/checkip"], output);
  assert.deepEqual(world.updates, [{ hostname: "localhost", myip: peer }]);
});

// What community.general.ipify_facts requests of `api_url`, and gluetun of
// `echoip#URL`, with the values they read.
Deno.test("ipify_facts, gluetun - find what they read in the response", async () => {
  await using world = await servers();
  const read = async (path: string) =>
    await (await fetch(`http://${world.porthole}${path}`)).json();
  assert.equal((await read("/?format=json")).ip, peer);
  const { ip, country, asn_org } = await read(`/json?ip=${peer}`);
  const facts = [peer, "United States", "Google LLC"];
  assert.deepEqual([ip, country, asn_org], facts);
});
