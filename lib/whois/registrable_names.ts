import type { Domain } from "../net/domain.ts";
import { RegistryError } from "./rdap/registry_error.ts";

export interface RegisteredName<T> {
  readonly name: Domain;
  readonly response: T;
}

/**
 * A refusal of one name says nothing about its parents. Registries refuse names
 * with too many labels, whois servers send a sentence of their own, and some
 * servers describe the parent instead. But such a name may be registered, so if
 * no parent is, the lookup fails.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  "rejected",
  "malformed",
  "other_name",
]);

/**
 * The names to query, most specific first: the name itself, then its last three
 * and its last two labels. `www.example.co.uk` cannot be registered,
 * `example.co.uk` can. Suffix lists go out of date; registries know.
 */
export function registrableNames({ ascii }: Domain): Domain[] {
  const labels = ascii.split(".");
  const lengths = [labels.length, 3, 2].filter((length) =>
    length <= labels.length
  );
  return [...new Set(lengths)].map((length) => ({
    ascii: labels.slice(-length).join("."),
  }));
}

/**
 * The first response that is not null among a name and its parents; null if
 * there is none.
 *
 * @throws what `query` throws; a refusal only if no parent is registered
 */
export async function findRegistered<T>(
  domain: Domain,
  query: (name: Domain) => Promise<T | null>,
): Promise<RegisteredName<T> | null> {
  let refusal: RegistryError | null = null;
  for (const name of registrableNames(domain)) {
    try {
      const response = await query(name);
      if (response !== null) return { name, response };
    } catch (error) {
      const isRefused = error instanceof RegistryError &&
        REFUSALS.has(error.code);
      if (!isRefused) throw error;
      refusal ??= error;
    }
  }
  if (refusal !== null) throw refusal;
  return null;
}
