import type {
  Facts,
  LocalSource,
  RemoteSource,
} from "../../../lib/ipinfo/profile.ts";

/** A table that says the same of every address. */
export function localSource(
  name: string,
  facts: Partial<Facts>,
  more: Partial<LocalSource> = {},
): LocalSource {
  return { name, kind: "open", lookup: () => ({ facts }), ...more };
}

/** A remote source that counts how often it is asked. */
export function remoteSource(
  lookup: RemoteSource["lookup"],
  more: Partial<RemoteSource> = {},
): RemoteSource & { queries: number } {
  const source = {
    ...{ name: "a", kind: "open" as const, timeoutMs: 60_000 },
    ...{ lifetimeMs: 7_000, emptyLifetimeMs: 5_000, ...more, queries: 0 },
    lookup(...args: Parameters<RemoteSource["lookup"]>) {
      source.queries++;
      return lookup(...args);
    },
  };
  return source;
}
