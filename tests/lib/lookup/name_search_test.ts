import assert from "node:assert/strict";
import type { QueryOf } from "../../../lib/lookup/dns_query.ts";
import {
  searchAliases,
  searchHostnames,
} from "../../../lib/lookup/name_search.ts";
import { MemoryIndex } from "./memory_index.ts";
import { caller, client as visitor } from "../../support/caller.ts";
import { policy } from "./policy.ts";

const { signal } = caller;
const time = "1970-01-01";
const seen = { first_seen_at: time, last_seen_at: time };

function query(
  more: Partial<QueryOf<"rdns_pattern">> = {},
): QueryOf<"rdns_pattern"> {
  return {
    input: "mail",
    normalized: "mail",
    dnsType: "rdns_pattern",
    dnsMatch: "left",
    cursor: null,
    ...more,
  };
}

Deno.test("searchHostnames - queries the index for pages of a hundred", async () => {
  const index = new MemoryIndex();
  index.add(Array.from({ length: 150 }, (_, i) => ({
    kind: "ptr" as const,
    name: `mail${i}.test`,
    value: `192.0.2.${i}`,
  })));
  const first = await searchHostnames(query(), { index, policy }, caller);
  const page = { keyword: "mail", match: "left", after: null, limit: 100 };
  const searches = [{ kind: "ptr", ...page, client: visitor, signal }];
  assert.deepEqual(index.searches, searches);
  const row = { hostname: "mail0.test", ip: "192.0.2.0", ...seen };
  assert.deepEqual(first.data.rows[0], row);
  const next = query({ cursor: "100" });
  const second = await searchHostnames(next, { index, policy }, caller);
  const pages = [first, second].map((
    { found, total, isTruncated, nextCursor },
  ) => [found, total, isTruncated, nextCursor]);
  assert.deepEqual(pages, [[100, 150, true, "100"], [50, 150, false, null]]);
});

Deno.test("searchAliases - searches by alias or by target", async () => {
  const index = new MemoryIndex();
  index.add([
    { kind: "cname", name: "mail.test", value: "www.test" },
    { kind: "cname", name: "host.test", value: "mail.shop.test" },
    { kind: "ptr", name: "mail.test", value: "192.0.2.1" },
  ]);
  const found = async (side: QueryOf<"cname_pattern">["side"]) => {
    const { title, data } = await searchAliases(
      { ...query(), dnsType: "cname_pattern", side },
      { index, policy },
      caller,
    );
    return [title, data.rows];
  };
  assert.deepEqual(await found("alias"), [
    "Aliases with “mail”",
    [{ alias: "mail.shop.test", target: "host.test", ...seen }],
  ]);
  assert.deepEqual(await found("target"), [
    "Aliases of names with “mail”",
    [{ alias: "www.test", target: "mail.test", ...seen }],
  ]);
});

Deno.test("searchHostnames - throws INVALID_INPUT for a foreign cursor, 503 if the index is down", async () => {
  const index = new MemoryIndex();
  const fails = (cursor: string | null, status: number, code: string) =>
    assert.rejects(
      searchHostnames(query({ cursor }), { index, policy }, caller),
      { status, code },
    );
  await fails("nonsense", 400, "INVALID_INPUT");
  index.isDown = true;
  await fails(null, 503, "SERVICE_UNAVAILABLE");
});

Deno.test("searchHostnames - withholds rows of reserved addresses", async () => {
  const index = new MemoryIndex();
  index.add([
    { kind: "ptr", name: "nas.corp.test", value: "10.0.0.5" },
    { kind: "ptr", name: "www.corp.test", value: "192.0.2.1" },
  ]);
  const search = (showsReserved: boolean) =>
    searchHostnames(query({ normalized: "corp", dnsMatch: "middle" }), {
      index,
      policy: { ...policy, showsReserved },
    }, caller);
  const { data, found } = await search(false);
  const names = data.rows.map(({ hostname }) => hostname);
  assert.deepEqual(names, ["www.corp.test"]);
  assert.deepEqual([data.withheld, found], [1, 1]);
  assert.equal((await search(true)).data.withheld, 0);
});
