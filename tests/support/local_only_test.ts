import assert from "node:assert/strict";
import { tempFolder } from "./temp_folder.ts";

const preload = new URL("../preload.ts", import.meta.url).pathname;
const config = new URL("../../deno.json", import.meta.url).pathname;

/** The exit code and the output of a test with this body. */
async function runTest(body: string): Promise<{ code: number; text: string }> {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const path = `${folder}/a_test.ts`;
  await Deno.writeTextFile(
    path,
    `import * as http from "node:http";
import { connect } from "node:net";
Deno.test("a", async () => { try { ${body} } catch { /* as the code does */ } });`,
  );
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "-q", "--no-check", "--config", config]
      .concat("--preload", preload, path),
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

// In one test each way, since each starts a process.
const ways: readonly (readonly [string, string])[] = [
  ["whois.iana.org", `connect({ host: "whois.iana.org", port: 43 });`],
  ["8.8.8.8", `connect(53, "8.8.8.8");`],
  ["data.iana.org", `await fetch("https://data.iana.org/rdap/dns.json");`],
  ["2606:4700::1111", `http.get("http://[2606:4700::1111]/");`],
  ["1.1.1.1", `await Deno.connect({ hostname: "1.1.1.1", port: 53 });`],
  [
    "9.9.9.9",
    `const s = Deno.listenDatagram({ hostname: "0.0.0.0", port: 0, transport: "udp" });
     const to = { hostname: "9.9.9.9", port: 53, transport: "udp" };
     try { await s.send(new Uint8Array(1), to); } finally { s.close(); }`,
  ],
];

Deno.test("refuseOtherHosts - fails a test that sends to the internet, even if its code catches the error", async () => {
  await Promise.all(ways.map(async ([host, body]) => {
    const { code, text } = await runTest(body);
    assert.equal(code, 1, text);
    assert.match(text, new RegExp(`must not send to \\[?${host}`));
  }));
});

Deno.test("refuseOtherHosts - leaves loopback and reserved addresses alone", async () => {
  const { code, text } = await runTest(
    `const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => new Response("ok"));
     const { port } = server.addr;
     const response = await fetch(\`http://127.0.0.1:\${port}/\`);
     if (await response.text() !== "ok") Deno.exit(9);
     const socket = connect({ host: "localhost", port });
     await new Promise((resolve) => socket.once("connect", resolve));
     socket.destroy();
     await server.shutdown();`,
  );
  assert.equal(code, 0, text);
});
