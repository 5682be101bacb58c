import { isPlaceholder, isRedacted, lenientText } from "./rdap/lenient.ts";
import type { RegistrationContact } from "./registration.ts";
import {
  type ContactField,
  contactFields,
  recordFields,
  roleField,
  ROLES,
} from "./whois_labels.ts";
import { HANDLE_FORM, type Row } from "./whois_rows.ts";

const EMAIL = /[^\s@<>"(),:]{1,64}@[^\s@<>"(),]+\.[^\s@<>".(),]+/;
const PHONE_FORM = /^(?=.*\d)[+\d(][\d .()/-]{2,38}$/;
/** A contact form in place of an address, as some registrars give it. */
const IN_PLACE_OF_EMAIL = /https?:\/\/|\b(?:contact|visit|whois|web ?site)\b/i;

type Fields = Partial<Record<ContactField, string[]>>;

/** Roles by the handles of their contacts, in lower case. */
type Handles = ReadonlyMap<string, readonly string[]>;

/**
 * The contacts of a record: with the role in the label (`Admin Name`), below a
 * heading, or as objects of their own that the record names by handle.
 */
export function whoisContacts(rows: readonly Row[]): RegistrationContact[] {
  const byRole = new Map<string, Fields>();
  const add = (role: string, field: ContactField, value: string) => {
    const fields = byRole.getOrInsertComputed(role, () => ({}));
    (fields[field] ??= []).push(value);
  };
  const handles = handlesOf(rows);
  const objects = contactBlocks(rows, handles);
  const objectHandles = new Set(
    rows.filter(({ block, label }) =>
      objects.has(block) && OBJECT_HANDLES.has(label)
    ).map(({ value }) => value.toLowerCase())
      .filter((handle) => handles.has(handle)),
  );
  for (const { block, section, label, value } of rows) {
    const roles = objects.get(block);
    if (roles) {
      if (label === "contact" && roles.includes(value)) continue;
      // `contact` is a handle in some objects, and a name in others.
      const isOwn = OBJECT_HANDLES.has(label) &&
        handles.has(value.toLowerCase());
      const field = isOwn ? "handle" : contactFields.get(label);
      if (field) { for (const role of roles) add(role, field, value); }
      continue;
    }
    if (section !== null && Object.hasOwn(ROLES, section)) {
      if (label === "") addLine(add, section, value);
      else {
        const field = contactFields.get(label) ?? roleField(label)?.field;
        if (field) add(section, field, value);
      }
      continue;
    }
    const known = roleField(label);
    if (known === undefined) continue;
    // The registrar's own address, or whom to report abuse to.
    if (section === "registrar" && known.role !== "abuse") continue;
    const isHandle = known.field === "name" &&
      (HANDLE_FORM.test(value) || objectHandles.has(value.toLowerCase()));
    add(known.role, isHandle ? "handle" : known.field, value);
  }
  return Object.keys(ROLES).flatMap((role) =>
    contactOf(role, byRole.get(role) ?? {}) ?? []
  );
}

/** A line of an address block: a name, an address or a way to contact. */
function addLine(
  add: (role: string, field: ContactField, value: string) => void,
  role: string,
  line: string,
): void {
  const email = EMAIL.exec(line)?.[0];
  if (email) {
    add(role, "email", email);
    const rest = line.replace(email, "").replace(/[()<>\s]+$/, "").trim();
    if (rest !== "") add(role, "name", rest);
    return;
  }
  const phone = line.replace(/ *\((?:phone|tel)\)$/i, "")
    .replace(/^(?:phone|tel)[.:]? */i, "");
  if (PHONE_FORM.test(phone) && phone.replace(/\D/g, "").length >= 7) {
    add(role, "phone", phone);
  } else if (HANDLE_FORM.test(line)) add(role, "handle", line);
  else add(role, "line", line);
}

/** The handles that a record gives for its roles: `admin-c: XY1-TEST` */
function handlesOf(rows: readonly Row[]): Handles {
  const handles = new Map<string, string[]>();
  for (const { section, label, value } of rows) {
    if (section !== null || value.includes(" ")) continue;
    if (/\bname$/.test(label)) continue;
    const known = roleField(label);
    if (known?.field !== "name" && known?.field !== "handle") continue;
    const roles = handles.getOrInsertComputed(value.toLowerCase(), () => []);
    if (!roles.includes(known.role)) roles.push(known.role);
  }
  return handles;
}

const OBJECT_HANDLES: ReadonlySet<string> = new Set([
  ...["nic hdl", "nic hdl br", "contact id", "norid handle", "contact"],
  ...["nic handle", "handle"],
]);

/** The roles of the blocks that are contacts, by their numbers. */
export function contactBlocks(
  rows: readonly Row[],
  handles: Handles = handlesOf(rows),
): ReadonlyMap<number, readonly string[]> {
  const blocks = new Map<number, readonly string[]>();
  const isDomain = ({ label }: Row) => recordFields.get(label) === "domain";
  const domainBlock = rows.find(isDomain)?.block;
  for (const { block, section, label, value } of rows) {
    if (section !== null || block === domainBlock || blocks.has(block)) {
      continue;
    }
    if (/^organi[sz]ation$/.test(label)) blocks.set(block, ["registrant"]);
    if (!OBJECT_HANDLES.has(label)) continue;
    // IANA has the role itself: `contact: administrative`.
    const roles = Object.hasOwn(ROLES, value) ? [value] : [];
    blocks.set(block, handles.get(value.toLowerCase()) ?? roles);
  }
  return blocks;
}

function contactOf(role: string, fields: Fields): RegistrationContact | null {
  const all = (field: ContactField) =>
    (fields[field] ?? []).map((text) => lenientText.parse(text))
      .filter((text) => text !== null);
  const lines = all("line");
  const name = all("name")[0] ?? null;
  const organisation = all("organisation")[0] ??
    (name === null ? lines.shift() : null) ?? null;
  const address = [...all("address"), ...lines, ...all("country")];
  const emails = all("email");
  const phones = all("phone");
  const handle = all("handle")[0] ?? null;
  const texts = [handle, name, organisation, ...address, ...emails, ...phones];
  if (texts.every((text) => text === null)) return null;
  const shown = (text: string | null) =>
    text !== null && isPlaceholder(text) ? null : text;
  return {
    roles: [role],
    handle: shown(handle),
    name: shown(name),
    organisation: shown(organisation),
    address: address.filter((text) => !isPlaceholder(text)),
    emails: emails.flatMap((text) => EMAIL.exec(text)?.[0] ?? []),
    phones: phones.filter((text) => PHONE_FORM.test(text)),
    redacted: texts.some((text) => text !== null && isRedacted(text)) ||
      emails.some((text) => !EMAIL.test(text) && IN_PLACE_OF_EMAIL.test(text)),
  };
}
