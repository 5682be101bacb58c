import assert from "node:assert/strict";
import {
  deviceCookieOf,
  hasDeviceCookie,
} from "../../../lib/http/device_cookie.ts";

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

Deno.test("hasDeviceCookie - whether any account knows the browser", () => {
  const has = (cookie: string) => hasDeviceCookie(new Headers({ cookie }));
  assert.equal(has("a=b; __Host-porthole_device_abcdefgh=s.s"), true);
  assert.equal(has("a=b; __Host-porthole=s.s"), false);
  assert.equal(hasDeviceCookie(new Headers()), false);
});
