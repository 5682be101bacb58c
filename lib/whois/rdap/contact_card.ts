import * as z from "zod";
import {
  isPlaceholder,
  isRedacted,
  lenientList,
  lenientText,
} from "./lenient.ts";

/** Contact details; null and empty lists mean unknown. */
export interface Contact {
  /** `individual`, `group`, `org`, `location` and the like (RFC 6350 section 6.1.4). */
  readonly kind: string | null;
  readonly name: string | null;
  readonly org: string | null;
  readonly emails: readonly string[];
  /** As written, without `tel:`; excludes fax numbers. */
  readonly phones: readonly string[];
  /** The lines of the postal address, the country last. */
  readonly address: readonly string[];
  /** Whether the registry withholds some of this contact's data. */
  readonly isRedacted: boolean;
}

/** Name, parameters, value type, value; further values are not needed. */
const PROPERTY = z.tuple([z.string(), z.unknown(), z.unknown(), z.unknown()])
  .rest(z.unknown())
  .transform(([name, parameters, , value]) => ({
    name: name.toLowerCase(),
    types: TYPES.parse(parameters),
    // The first part of a structured value, such as an organization before its units.
    text: lenientText.parse(Array.isArray(value) ? value[0] : value),
    lines: name.toLowerCase() === "adr" ? addressLines(value, parameters) : [],
  }));
const LABEL = z.object({ label: z.string().max(1_000) })
  .transform(({ label }) => label).catch("");

/** An address as lines: its parts (RFC 7095 section 3.3.1.3), or its label. */
function addressLines(value: unknown, parameters: unknown): string[] {
  const parts = Array.isArray(value) ? value.slice(0, 7).flat() : [];
  const texts = parts.some((part) => part !== "")
    ? parts
    : LABEL.parse(parameters).split("\n");
  return texts.slice(0, MAX_LINES).flatMap((text) =>
    lenientText.parse(text) ?? []
  );
}

const MAX_LINES = 20;
const TYPES = z.object({
  type: z.union([z.string().transform((type) => [type]), z.array(z.string())]),
}).transform(({ type }) => type).catch([]);
const CARD = z.tuple([z.literal("vcard"), lenientList(PROPERTY)])
  .rest(z.unknown()).transform(([, properties]) => properties).catch([]);

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/;
const PHONE = /^(?=.*\d)[+\d][\d .()/-]{2,38}(?: ext\. \d{1,10})?$/;

/**
 * Parses a jCard (RFC 7095). Leaves out placeholders for withheld values, and
 * the properties named in `hidden`.
 */
export function parseJcard(
  value: unknown,
  hidden: ReadonlySet<string> = new Set(),
): Contact {
  const properties = CARD.parse(value);
  const shown = properties.filter(({ name, text }) =>
    !hidden.has(name) && text !== null && !isPlaceholder(text)
  );
  const address = properties.find(({ name, lines }) =>
    name === "adr" && !hidden.has("adr") && lines.length > 0
  );
  const textsOf = (wanted: string) =>
    shown.flatMap(({ name, text }) => name === wanted ? text ?? [] : []);
  return {
    kind: textsOf("kind").at(0)?.toLowerCase() ?? null,
    name: textsOf("fn").at(0) ?? null,
    org: textsOf("org").at(0) ?? null,
    emails: textsOf("email").filter((text) => EMAIL.test(text)),
    phones: shown.filter(({ name, types }) =>
      name === "tel" && !types.some((type) => type.toLowerCase() === "fax")
    ).flatMap(({ text }) => phoneOf(text ?? "") ?? []),
    address: address?.lines.filter((text) => !isPlaceholder(text)) ??
      [],
    isRedacted: hidden.size > 0 ||
      properties.some(({ text, lines }) =>
        [text, ...lines].some((line) => line !== null && isRedacted(line))
      ),
  };
}

/** `tel:+1-555-0100;ext=7` as `+1-555-0100 ext. 7` (RFC 3966). */
function phoneOf(text: string): string | null {
  const [number, ...parameters] = text.replace(/^tel:/i, "").split(";");
  const extension = parameters.map((parameter) =>
    /^\s*ext=(.+)$/i.exec(parameter)?.[1].trim()
  ).find((found) => found);
  const phone = number.trim() + (extension ? ` ext. ${extension}` : "");
  return PHONE.test(phone) ? phone : null;
}

const ITEMS = z.record(z.string(), z.unknown()).catch({})
  .transform((items) => Object.values(items).slice(0, 50));
const COMPONENTS = lenientList(
  z.object({ kind: z.string(), value: lenientText }),
);
const FULL = z.object({ full: lenientText, components: COMPONENTS })
  .catch({ full: null, components: [] });
const CARD_OBJECT = z.object({
  kind: lenientText,
  name: FULL,
  organizations: ITEMS,
  emails: ITEMS,
  phones: ITEMS,
  addresses: ITEMS,
});
const NAMED = z.object({ name: lenientText }).catch({ name: null });
const EMAIL_OBJECT = z.object({ address: lenientText })
  .catch({ address: null });
const PHONE_OBJECT = z.object({
  number: lenientText,
  features: z.record(z.string(), z.unknown()).catch({}),
}).catch({ number: null, features: {} });
const ADDRESS_OBJECT = z.object({
  full: lenientText,
  countryCode: lenientText,
  components: COMPONENTS,
}).catch({ full: null, countryCode: null, components: [] });

/**
 * Parses a JSContact card (RFC 9553), which some registries send in place of a
 * jCard; null if there is none.
 */
export function parseJscard(value: unknown): Contact | null {
  const { success, data: card } = CARD_OBJECT.safeParse(value);
  if (!success) return null;
  const isShown = (text: string | null): text is string =>
    text !== null && !isPlaceholder(text);
  const name = card.name.full ??
    (card.name.components.map(({ value }) => value).join(" ") || null);
  const org = card.organizations.map((item) => NAMED.parse(item).name)
    .find(isShown) ?? null;
  const address = card.addresses.map((item) => ADDRESS_OBJECT.parse(item))
    .map(({ full, countryCode, components }) =>
      [full ?? components.map(({ value }) => value), countryCode].flat()
        .filter(isShown)
    ).at(0) ?? [];
  return {
    kind: card.kind?.toLowerCase() ?? null,
    name: isShown(name) ? name : null,
    org,
    emails: card.emails.flatMap((item) =>
      EMAIL_OBJECT.parse(item).address ?? []
    )
      .filter((text) => EMAIL.test(text)),
    phones: card.phones.map((item) => PHONE_OBJECT.parse(item))
      .filter(({ features }) => !("fax" in features))
      .flatMap(({ number }) => phoneOf(number ?? "") ?? []),
    address,
    isRedacted: name !== null && isRedacted(name),
  };
}
