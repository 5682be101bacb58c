import { isStandIn } from "../registry/redaction.ts";
import type { RegistrationContact } from "./registration.ts";

/** Roles as RFC 9083 names them, and how the labels of their lines begin. */
const ROLES: readonly (readonly [role: string, prefixes: readonly string[]])[] =
  [
    ["registrant", ["registrant"]],
    ["administrative", ["admin", "administrative", "administrative contact"]],
    ["technical", ["tech", "technical", "technical contact"]],
    ["billing", ["billing"]],
    ["abuse", ["registrar abuse contact", "registrar abuse"]],
  ];
const NAME = ["name", "contact name", "person", "contact"];
const ORGANISATION = ["organization", "organisation"];
const EMAIL = ["email", "e-mail", "contact email"];
const PHONE = ["phone", "phone number", "contact phone"];

const EMAIL_FORM = /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/;
const PHONE_FORM = /^(?=.*\d)[+\d(][\d .()/-]{2,38}$/;

/** The people of a record. @param textOf the value of a label in lower case */
export function whoisContacts(
  textOf: (label: string) => string | null,
): RegistrationContact[] {
  return ROLES.flatMap(([role, prefixes]) => {
    const valueOf = (fields: readonly string[]) => {
      for (const prefix of prefixes) {
        for (const field of fields) {
          const text = textOf(`${prefix} ${field}`);
          if (text !== null) return text;
        }
      }
      return null;
    };
    const name = valueOf(NAME);
    const organisation = valueOf(ORGANISATION);
    const email = valueOf(EMAIL);
    const phone = valueOf(PHONE);
    if (!name && !organisation && !email && !phone) return [];
    const isHidden = (text: string | null) => text !== null && isStandIn(text);
    return {
      roles: [role],
      name: isHidden(name) ? null : name,
      organisation: isHidden(organisation) ? null : organisation,
      emails: fitting(email, EMAIL_FORM),
      phones: fitting(phone, PHONE_FORM),
      // In place of an address stands where a form to write to them is.
      isRedacted: [name, organisation, email, phone].some(isHidden) ||
        (email !== null && !EMAIL_FORM.test(email)),
    };
  });
}

function fitting(text: string | null, form: RegExp): string[] {
  return text !== null && form.test(text) && !isStandIn(text) ? [text] : [];
}
