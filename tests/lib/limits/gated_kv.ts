import { tempFolder } from "../../support/temp_folder.ts";
/**
 * A real KV whose reads and commits first wait for `gate`, to delay them,
 * reorder them, or make them fail.
 */
export function gatedKv(kv: Deno.Kv, gate: () => Promise<void>): Deno.Kv {
  const gated: Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic"> = {
    get: (key, options) => gate().then(() => kv.get(key, options)),
    getMany: (keys, options) => gate().then(() => kv.getMany(keys, options)),
    list: (selector, options) => kv.list(selector, options),
    atomic: () => {
      const operation = kv.atomic();
      const commit = operation.commit.bind(operation);
      operation.commit = () => gate().then(commit);
      return operation;
    },
  };
  return gated as Deno.Kv;
}

/** Runs a test with a KV in memory. */
export async function withKv(test: (kv: Deno.Kv) => Promise<void>) {
  using kv = await Deno.openKv(":memory:");
  await test(kv);
}

/** Runs a test with the path of a temporary KV file. */
export async function withKvFile(test: (path: string) => Promise<void>) {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  await test(`${folder}/test.kv`);
}

/** Rate limits of `limit` for every bucket. */
export function everyBucket(limit: number) {
  return {
    text: limit,
    jsonip: limit,
    geoip: limit,
    lookup: limit,
    pages: limit,
    previews: limit,
    scan: limit,
    ranges: limit,
    batch: limit,
    names: limit,
    auth: limit,
    auth_total: limit,
    signup: limit,
  };
}
