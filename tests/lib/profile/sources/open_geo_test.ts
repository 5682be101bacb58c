import assert from "node:assert/strict";
import { GeoDatabase } from "../../../../lib/data/geo_database.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import { OpenGeoSource } from "../../../../lib/profile/sources/open_geo.ts";
import { writeMmdb } from "../../../support/mmdb.ts";

Deno.test("OpenGeoSource - is pending for a family until its file is loaded", async () => {
  const later = Promise.withResolvers<MmdbFile>();
  const four = MmdbFile.open(writeMmdb([["0", { country_code: "FR" }]]));
  const geo = new GeoDatabase({
    v4: () => Promise.resolve(four),
    v6: () => later.promise,
  });
  await geo.loaded(4);
  const source = new OpenGeoSource(geo);
  const v4 = ipv4FromValue(0x01020304);
  const v6 = ipv6FromWords([0x2a000001, 0, 0, 1]);
  assert.equal(source.pending(v4), undefined);
  assert.deepEqual(source.lookup(v4).facts, { countryCode: "FR" });
  const pending = source.pending(v6);
  assert(pending);
  later.resolve(MmdbFile.open(
    writeMmdb([["001", { country_code: "DE" }]], { ipVersion: 6 }),
  ));
  await pending;
  assert.equal(source.pending(v6), undefined);
  assert.deepEqual(source.lookup(v6).facts, { countryCode: "DE" });
});

Deno.test("OpenGeoSource - says nothing of an address that lies nowhere", async () => {
  const file = MmdbFile.open(
    writeMmdb([["0", { country_code: "FR" }]], { ipVersion: 6 }),
  );
  const geo = new GeoDatabase({
    v4: () => Promise.resolve(file),
    v6: () => Promise.resolve(file),
  });
  await Promise.all([geo.loaded(4), geo.loaded(6)]);
  const source = new OpenGeoSource(geo);
  const at = (first: number) =>
    source.lookup(ipv6FromWords([first, 0, 0, 1])).facts;
  assert.deepEqual(at(0x20000000), {});
  assert.deepEqual(at(0x20010020), {});
  assert.deepEqual(at(0x2a000001), { countryCode: "FR" });
  assert.deepEqual(source.lookup(ipv4FromValue(0xc01fc401)).facts, {});
  assert.deepEqual(source.lookup(ipv4FromValue(0xc01fc501)).facts, {
    countryCode: "FR",
  });
});
