/** A word about the whole. */
export interface RegistrationBadge {
  text: string;
  /** What it says, in a sentence. */
  title: string;
  /** Set where it is worth a second look: what was registered days ago may be out to deceive. */
  isWarning: boolean;
}

export interface RegistrationFact {
  label: string;
  /** A list is shown as one; null is not known. */
  value: string | readonly string[] | null;
  /** Names, addresses and numbers are set in the monospace face. */
  mono: boolean;
}

export interface ContactCard {
  /** `Registrant`, or several roles of one: `Technical, abuse`. */
  heading: string;
  /** What is known, and nothing else. */
  facts: readonly RegistrationFact[];
  /** Said where the registry keeps something to itself. */
  redaction: string | null;
}

export interface TimelineEntry {
  label: string;
  /** ISO 8601 in UTC, for machines. */
  dateTime: string;
  time: string;
  /** `26 years ago`, `in 10 months`. */
  distance: string;
  isAhead: boolean;
}

export interface RegistrationLink {
  /** HTTP or HTTPS, where a stranger wants to lead. */
  href: string;
  text: string;
}

/** What the page shows of a registration. */
export interface RegistrationView {
  title: string;
  /** Said where the target has no registration of its own. */
  note: string | null;
  badges: readonly RegistrationBadge[];
  facts: readonly RegistrationFact[];
  contacts: readonly ContactCard[];
  nameServers: readonly string[];
  /** The first first. */
  timeline: readonly TimelineEntry[];
  links: readonly RegistrationLink[];
  raw: { label: string; text: string };
  /** Who said so, and when. */
  source: string;
}
