import assert from "node:assert/strict";
import fc from "fast-check";
import { FormatError } from "../../../../lib/dns/errors.ts";
import {
  readDelegationSigner,
  readDnsKey,
} from "../../../../lib/dns/rdata/dnssec.ts";

function slice(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  return { bytes: data, view, start: 0, end: data.length };
}

/** The key and its hash of RFC 4034 section 5.4. */
const publicKey =
  "AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==";

Deno.test("readDnsKey - the key of RFC 4034 section 5.4 and its tag", () => {
  const key = Uint8Array.fromBase64(publicKey);
  const data = Uint8Array.from([1, 0, 3, 5, ...key]);
  assert.deepEqual(readDnsKey(slice(data)), {
    flags: 256,
    protocol: 3,
    algorithm: 5,
    publicKey,
    keyTag: 60485,
  });
});

Deno.test("readDnsKey - the tag of an RSA/MD5 key is a part of its modulus", () => {
  const read = (...key: number[]) =>
    readDnsKey(slice(Uint8Array.from([1, 0, 3, 1, ...key]))).keyTag;
  assert.equal(read(9, 9, 0x12, 0x34, 9), 0x1234);
  assert.equal(read(9), 0);
});

Deno.test("readDelegationSigner - the hash of RFC 4034 section 5.4", () => {
  const digest = "2bb183af5f22588179a53b0a98631fad1a292118";
  const data = [0xec, 0x45, 5, 1, ...Uint8Array.fromHex(digest)];
  assert.deepEqual(readDelegationSigner(slice(Uint8Array.from(data))), {
    keyTag: 60485,
    algorithm: 5,
    digestType: 1,
    digest,
  });
});

Deno.test("readDnsKey, readDelegationSigner - any octets are a record, or a FormatError", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (data) => {
    for (const read of [readDnsKey, readDelegationSigner]) {
      try {
        const { keyTag } = read(slice(data));
        assert(keyTag >= 0 && keyTag <= 0xffff);
        assert(data.length > 4);
      } catch (error) {
        assert(error instanceof FormatError && data.length <= 4);
      }
    }
  }));
});
