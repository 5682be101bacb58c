import type { Catalogue } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

type Words = Readonly<Record<string, string>>;

/** The texts of the whois form and of registrations. */
interface WhoisTexts extends Omit<typeof en, "redactionMethods" | "words"> {
  /** Methods of RFC 9537 section 4.2. */
  redactionMethods: Words;
  /** The words of registries, by the English term in lower case. */
  words: {
    /** Roles of RFC 9083 section 10.2.4. */
    roles: Words;
    /** Event actions of RFC 9083 section 10.2.3 and IANA's "RDAP JSON Values". */
    events: Words;
    /**
     * Statuses of RFC 9083 section 10.2.2, of RFC 8056 section 2 and of "RDAP JSON
     * Values". `ok` is EPP's term for `active`.
     */
    statuses: Words;
    /** Object classes of RFC 9083 section 5. */
    objectTypes: Words;
    /** Link relations in IANA's registry (RFC 8288) that registries use. */
    relations: Words;
  };
}

export const whoisTexts: Catalogue<WhoisTexts> = { en, zh };
