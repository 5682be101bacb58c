import assert from "node:assert/strict";
import { hasNetworkNamespaces } from "../support/network_namespace.ts";
import { interfaceNames } from "./loopback_only.ts";
import { Choice } from "./choice.ts";
import { fuzzRequest, type Knowledge } from "./requests.ts";
import { fuzzRoutes } from "./routes.ts";
import { Tally } from "./tally.ts";

const script = new URL("fuzz.ts", import.meta.url).pathname;

async function outputOf(command: string, args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args,
    env: { DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    signal: AbortSignal.timeout(280_000),
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

const deno = [Deno.execPath(), "run", "-A", "-q", script];

Deno.test({
  name: "fuzz - does not run where packets can leave the machine",
  ignore: interfaceNames().every((name) => name === "lo"),
  async fn() {
    const { code, out, err } = await outputOf(deno[0], deno.slice(1));
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, /^fuzz: packets could leave this machine by \S.*\n$/);
  },
});

Deno.test({
  name: "fuzz - a few hundred requests of every kind find no fault",
  ignore: !hasNetworkNamespaces(),
  async fn() {
    const { code, out, err } = await outputOf("unshare", [
      "--map-root-user",
      "--net",
      "sh",
      "-c",
      'ip link set lo up && exec "$@"',
      "sh",
      ...deno,
      // Not measured, because other tests run at the same time.
      ...["--requests", "400", "--seed", "7", "--stall", "60000"],
    ]);
    assert.equal(code, 0, out + err);
    assert.match(out, /^faults: 0$/m);
    assert.match(out, /"200":\d+/);
  },
});

const known: Knowledge = {
  routes: fuzzRoutes(),
  hosts: ["fuzz.example"],
  cookies: ["porthole_session=a"],
  tokens: ["token"],
  fields: [["email", ""]],
};

Deno.test("fuzzRequest - the same seed and number make the same request, one octet a character", () => {
  const texts = Array.from({ length: 500 }, (_, number) => {
    const { text } = fuzzRequest(new Choice(3, number), known);
    assert.equal(fuzzRequest(new Choice(3, number), known).text, text);
    assert.match(text, /^[\0-\xff]*$/);
    return text;
  });
  assert.equal(new Set(texts).size, 500);
});

Deno.test("fuzzRoutes - has every route, and the endpoints in front of the app", () => {
  const patterns = fuzzRoutes().map(({ pattern }) => pattern);
  const cases = [
    "/",
    "/api/v2/ip/[ip]",
    "/console/ad/frame",
    "/lookup/[...query]",
    "/readyz",
  ];
  for (const pattern of cases) assert(patterns.includes(pattern), pattern);
  assert(patterns.every((pattern) => !/\/_|\(/.test(pattern)));
});

const probe = { group: "/", text: "GET / HTTP/1.1\r\n\r\n", isWhole: true };
const answers: [head: string, faults: number, heldOff: number][] = [
  ["HTTP/1.1 200 OK\r\n\r\n", 0, 0],
  ["HTTP/1.1 500 Internal Server Error\r\nretry-after: 5\r\n\r\n", 1, 0],
  ["HTTP/1.1 503 Service Unavailable\r\n\r\n", 1, 0],
  ["HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n\r\n", 0, 1],
];
for (const [head, faults, heldOff] of answers) {
  Deno.test(`Tally.add - ${JSON.stringify(head)} is ${faults} faults`, () => {
    const tally = new Tally();
    tally.add(1, probe, { status: Number(head.slice(9, 12)), head });
    assert.deepEqual([tally.faults.length, tally.heldOff], [faults, heldOff]);
  });
}
