import type { Domain } from "../net/domain.ts";
import { RegistryError } from "./rdap/registry_error.ts";

export interface FoundName<T> {
  readonly name: Domain;
  readonly answer: T;
}

/** Registries also refuse names that are too long for them, whois servers in a sentence of their own, or answer with the name above. */
const REFUSALS: ReadonlySet<string> = new Set([
  "rejected",
  "malformed",
  "other_name",
]);

/**
 * Names under which a name can be registered: itself, then its last three and
 * its last two labels. `www.example.co.uk` is not, `example.co.uk` may be; no
 * list of suffixes is right for long, and the registries know.
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
 * What is registered of a name, or of the first name above it of which
 * something is; null where nothing is.
 *
 * @throws what `ask` does, a refusal only of the last name
 */
export async function firstRegistered<T>(
  domain: Domain,
  ask: (name: Domain) => Promise<T | null>,
): Promise<FoundName<T> | null> {
  const names = registrableNames(domain);
  for (const [i, name] of names.entries()) {
    const isLast = i === names.length - 1;
    try {
      const answer = await ask(name);
      if (answer !== null) return { name, answer };
    } catch (error) {
      const isRefused = error instanceof RegistryError &&
        REFUSALS.has(error.code);
      if (isLast || !isRefused) throw error;
    }
  }
  return null;
}
