import assert from "node:assert/strict";
import {
  deviceCookieOf,
  hasDeviceCookie,
  KnownDevices,
} from "../../../../lib/accounts/sign_in/known_devices.ts";

const id = "abcdefghijklmnopqrstuv";

Deno.test("deviceCookieOf - bound to the host over HTTPS, plain elsewhere", () => {
  const secure = deviceCookieOf(new URL("https://ip.example/"), undefined, id);
  assert.equal(
    secure.set("a.b"),
    "__Host-porthole_device_abcdefgh=a.b; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000",
  );
  const plain = deviceCookieOf(new URL("http://192.0.2.1/"), undefined, id);
  assert.equal(
    plain.set("a.b"),
    "porthole_device_abcdefgh=a.b; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000",
  );
  assert.equal(
    plain.clear(),
    "porthole_device_abcdefgh=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
  );
  const headers = new Headers({
    cookie:
      "porthole_device_abcdefgh=p.p; __Host-porthole_device_abcdefgh=s.s; __Host-porthole_device_zzzzzzzz=z.z",
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
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
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
  for (
    const stranger of [
      { ...owner, id: "b".repeat(22) },
      { ...owner, passwordHash: "scrypt of another" },
    ]
  ) assert.equal(devices.deviceOf(stranger, [certificate]), null);
});

Deno.test("KnownDevices - refuses certificates of other keys, and any other text", () => {
  const devices = new KnownDevices({ key, random });
  const certificate = devices.certify(owner);
  const forged = new KnownDevices({ key: new Uint8Array(32), random });
  const [device, signature] = certificate.split(".");
  const last = signature.at(-1) === "A" ? "B" : "A";
  for (
    const text of [
      forged.certify(owner),
      "",
      ".",
      device,
      `${device}.`,
      `.${signature}`,
      `${device}.${signature}x`,
      `${device}.${signature.slice(0, -1)}${last}`,
      `${"A".repeat(22)}.${signature}`,
      `${device}.${"A".repeat(43)}`,
    ]
  ) assert.equal(devices.deviceOf(owner, [text]), null, text);
  assert.equal(devices.deviceOf(owner, []), null);
});
