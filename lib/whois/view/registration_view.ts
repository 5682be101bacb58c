/** A short label for the whole registration. */
export interface RegistrationBadge {
  text: string;
  /** What the label means, in a sentence. */
  title: string;
  /**
   * Set for a name that was registered days ago, which is a sign of phishing.
   */
  isWarning: boolean;
}

export interface RegistrationFact {
  label: string;
  /** A list is shown as a list; null means unknown. */
  value: string | readonly string[] | null;
  /** Names, addresses and numbers are set in a monospace font. */
  mono: boolean;
}

export interface ContactCard {
  /** `Registrant`, or several roles: `Technical, abuse`. */
  heading: string;
  /** Only known values. */
  facts: readonly RegistrationFact[];
  /** The registry's name for the contact, and its page if it has one. */
  handle: { text: string; path: string | null } | null;
  /** Shown if the registry withholds some of this contact's data. */
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
  /** HTTP or HTTPS. The registry chooses it, so don't trust where it leads. */
  href: string;
  text: string;
}

interface NameServerView {
  name: string;
  /** Its addresses in the registry, joined. */
  addresses: string;
}

export interface NoticeView {
  title: string | null;
  text: readonly string[];
}

/** A response that could not be interpreted. */
export interface ResponseView {
  label: string;
  text: string;
  /** The server that responded, and when. */
  source: string;
}

export interface RegistrationView {
  title: string;
  /** Shown if the target itself is not registered. */
  note: string | null;
  badges: readonly RegistrationBadge[];
  facts: readonly RegistrationFact[];
  contacts: readonly ContactCard[];
  nameServers: readonly NameServerView[];
  /** Oldest first. */
  timeline: readonly TimelineEntry[];
  links: readonly RegistrationLink[];
  /** What the registry says about the object. */
  remarks: readonly NoticeView[];
  /** What the registry says that it withholds. */
  redactions: readonly string[];
  /** What the registry says about its response. */
  notices: readonly NoticeView[];
  raw: { label: string; text: string };
  /** The server that responded, and when. */
  source: string;
}
