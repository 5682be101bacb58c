import assert from "node:assert/strict";
import { random } from "../fixture.ts";
import {
  deviceCookieOf,
  hasDeviceCookie,
  KnownDevices,
} from "../../../../lib/accounts/sign_in/known_devices.ts";

const id = "abcdefghijklmnopqrstuv";

Deno.test("deviceCookieOf - bound to the host over HTTPS, plain elsewhere", () => {
  const secure = deviceCookieOf(new URL("https://ip.example/"), undefined, id);
  const plain = deviceCookieOf(new URL("http://192.0.2.1/"), undefined, id);
  const name = "porthole_device_abcdefgh";
  const attributes = "Path=/; HttpOnly; SameSite=Lax";
  assert.deepEqual([secure.set("a.b"), plain.set("a.b"), plain.clear()], [
    `__Host-${name}=a.b; ${attributes}; Secure; Max-Age=15552000`,
    `${name}=a.b; ${attributes}; Max-Age=15552000`,
    `${name}=; ${attributes}; Max-Age=0`,
  ]);
  const headers = new Headers({
    cookie:
      `${name}=p.p; __Host-${name}=s.s; __Host-porthole_device_zzzzzzzz=z.z`,
  });
  assert.deepEqual(secure.read(headers), ["s.s"]);
  assert.deepEqual(plain.read(headers), ["p.p"]);
});

Deno.test("hasDeviceCookie - true for the cookie of any account", () => {
  const has = (cookie: string) => hasDeviceCookie(new Headers({ cookie }));
  assert.equal(has("a=b; __Host-porthole_device_abcdefgh=s.s"), true);
  assert.equal(has("a=b; __Host-porthole=s.s"), false);
  assert.equal(hasDeviceCookie(new Headers()), false);
});

const key = new Uint8Array(32).fill(7);
const owner = { id: "a".repeat(22), passwordHash: "scrypt of one" };

Deno.test("KnownDevices - knows the devices it certified, on every process of a store", () => {
  const one = new KnownDevices({ key, random });
  const other = new KnownDevices({ key: key.slice(), random });
  const first = one.certify(owner);
  const second = one.certify(owner);
  assert.match(first, /^[\w-]{22}\.[\w-]{43}$/);
  assert.equal(other.deviceOf(owner, [first]), first.slice(0, 22));
  assert.equal(other.deviceOf(owner, ["junk", second]), second.slice(0, 22));
  assert.notEqual(first.slice(0, 22), second.slice(0, 22));
});

Deno.test("KnownDevices - a certificate is for one account and one password", () => {
  const devices = new KnownDevices({ key, random });
  const certificate = devices.certify(owner);
  for (const change of [{ id: "b".repeat(22) }, { passwordHash: "another" }]) {
    const stranger = { ...owner, ...change };
    assert.equal(devices.deviceOf(stranger, [certificate]), null);
  }
});

Deno.test("KnownDevices - refuses certificates of other keys, and any other text", () => {
  const devices = new KnownDevices({ key, random });
  const certificate = devices.certify(owner);
  const forged = new KnownDevices({ key: new Uint8Array(32), random });
  const [device, signature] = certificate.split(".");
  const last = signature.at(-1) === "A" ? "B" : "A";
  const others = [
    ...[forged.certify(owner), "", ".", device, `${device}.`, `.${signature}`],
    `${device}.${signature}x`,
    `${device}.${signature.slice(0, -1)}${last}`,
    `${"A".repeat(22)}.${signature}`,
    `${device}.${"A".repeat(43)}`,
  ];
  for (const text of others) {
    assert.equal(devices.deviceOf(owner, [text]), null, text);
  }
  assert.equal(devices.deviceOf(owner, []), null);
});
