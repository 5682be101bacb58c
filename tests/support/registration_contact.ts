import type { RegistrationContact } from "../../lib/whois/registration.ts";

/** A contact of which only some facts are known. */
export function contact(
  facts: Partial<RegistrationContact>,
): RegistrationContact {
  return {
    roles: [],
    handle: null,
    name: null,
    organisation: null,
    address: [],
    emails: [],
    phones: [],
    redacted: false,
    ...facts,
  };
}
