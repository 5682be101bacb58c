import { isUtf8 } from "node:buffer";
import {
  CONTACT_OWN,
  contactFields,
  isKnownLabel,
  normalizeLabel,
  recordFields,
  ROLES,
  type Section,
  sections,
} from "./whois_labels.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Records have about a hundred lines; the rest is terms of use. */
const MAX_LINES = 1_000;
/** Longer lines are terms of use, too. Also bounds regular expressions. */
const MAX_LINE_LENGTH = 300;

/**
 * Decodes a whois response. Lines can come from different sources, so each line
 * that is not valid UTF-8 is read as Windows-1252.
 */
export function decodeWhois(bytes: Uint8Array): string {
  const utf8 = new TextDecoder();
  const windows = new TextDecoder("windows-1252");
  const isAllUtf8 = isUtf8(bytes);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found < 0 ? bytes.length : found;
    let last = end;
    // A regular expression takes quadratic time on a run of carriage returns.
    while (bytes[last - 1] === CARRIAGE_RETURN) last--;
    const line = bytes.subarray(at, last);
    const decoder = isAllUtf8 || isUtf8(line) ? utf8 : windows;
    lines.push(decoder.decode(line));
    at = end + 1;
  }
  return lines.join("\n");
}

/**
 * The lines that can hold a record, without control characters, and with runs
 * of blank lines collapsed.
 */
export function recordLines(text: string): string[] {
  const lines: string[] = [];
  for (const raw of text.split("\n")) {
    if (lines.length >= MAX_LINES) break;
    if (raw.length > MAX_LINE_LENGTH) continue;
    const line = raw.replaceAll("\t", "  ").replace(/\p{Cc}/gu, "").trimEnd();
    if (line !== "" || lines.at(-1) !== "") lines.push(line);
  }
  return lines;
}

/** A value with what its line and the lines before it say about it. */
export interface Row {
  /** Counts the groups of lines between blank lines. */
  readonly block: number;
  /** What the heading above the row is about. */
  readonly section: Section | null;
  /** Normalized. Empty if the line is only a value. */
  readonly label: string;
  readonly value: string;
}

/** `   a. [Domain Name]   value`, `1a.  Domain Name : value` */
const NUMBERING = /^(?:\d{1,2}[a-z]?\. +|[a-z]\.? +(?=\[))/;
const IN_BRACKETS = /^\[([^\]]{1,60})\]\s*(.*)$/;
/** Sentences are longer. */
const MAX_LABEL_LENGTH = 70;
const MAX_LABEL_WORDS = 9;
const WITH_SPACES = /^(\S+(?: \S+){0,3})(?<![.,]) {2,}(\S.*)$/;
/** `Nom de domaine#. . . . . .example.test` */
const WITH_LEADERS = /^([^.:#]{2,40}?)#?(?: ?\.){3,} *([^. ].*)$/;
/** `domain:Created:20090324` */
const OBJECT_PREFIX = /^domain:(?=[a-z-]+(?:;i)?:)/i;
/** `Registered on 02nd August 2000` */
const WITHOUT_COLON =
  /^((?:record |domain )?(?:registered|created|expires|changed|updated|last updated|last modified) on) +([^\s:.].*)$/i;

/** A registry's name for a contact: `GOO001748-MARKM`, `P-GFI26` */
export const HANDLE_FORM = /^(?=.*\d)[A-Z\d]+(?:[-_.][A-Z\d]+)+$/i;

const HOST = /^[\w-]+(?:\.[\w-]+)+\.?(?:\s|$)/;
function fieldOf(line: string): [label: string, value: string] | null {
  const bracketed = IN_BRACKETS.exec(line);
  if (bracketed) return [normalizeLabel(bracketed[1]), bracketed[2]];
  const dated = WITHOUT_COLON.exec(line);
  if (dated) return [normalizeLabel(dated[1]), dated[2]];
  const colon = line.indexOf(":");
  if (colon > 0 && !line.startsWith("://", colon)) {
    const named = line.slice(0, colon).replace(/ *\([^)]{40,}\)$/, "");
    if (named.length > MAX_LABEL_LENGTH) return null;
    const label = normalizeLabel(named);
    if (label === "" || label.split(" ").length > MAX_LABEL_WORDS) return null;
    const value = line.slice(colon + 1).trim();
    return [label, value.startsWith(":") ? value.slice(1).trim() : value];
  }
  const spaced = WITH_LEADERS.exec(line) ?? WITH_SPACES.exec(line);
  if (!spaced) return null;
  const label = normalizeLabel(spaced[1]);
  return isKnownLabel(label) ? [label, spaced[2]] : null;
}

/**
 * Splits a response into labeled values. A label without a value, or a line
 * that is a known heading, gives the lines below it their meaning: until a
 * blank line, or until a line is indented less.
 */
export function parseRows(lines: readonly string[]): Row[] {
  const rows: Row[] = [];
  let block = 0;
  let section: Section | null = null;
  let headingIndent = 0;
  /** The indent of the first line below the heading; -1 before it. */
  let contentIndent = -1;
  let last: { label: string; indent: number; isEmpty: boolean } | null = null;
  const open = (found: Section | null, indent: number) => {
    section = found;
    headingIndent = indent;
    contentIndent = -1;
    last = null;
  };
  for (const [i, raw] of lines.entries()) {
    const indent = raw.length - raw.trimStart().length;
    let line = raw.trim().replace(/^\*\* /, "").replace(NUMBERING, "")
      .replace(OBJECT_PREFIX, "");
    if (line === "") {
      block++;
      if (contentIndent >= 0 || section === null) open(null, 0);
      continue;
    }
    if (/^(?:[%#;*]|>>>|--|\/\/|={3})/.test(line)) {
      const heading = /^%+ *([\p{L} ]{3,40}):?$/u.exec(line)?.[1];
      const named = sections.get(normalizeLabel(heading ?? ""));
      if (named) open(named, indent);
      continue;
    }
    line = line.replace(/^- +/, "");
    const isOutside = contentIndent > headingIndent && indent <= headingIndent;
    if (isOutside) open(null, 0);
    // The addresses that follow a name server can have colons.
    const field = section === "nameServer" && HOST.test(line)
      ? null
      : fieldOf(line);
    if (
      field !== null && Object.hasOwn(ROLES, section ?? "") &&
      recordFields.get(field[0]) && !CONTACT_OWN.has(field[0])
    ) open(null, 0);
    const heading = field === null
      ? sections.get(normalizeLabel(line))
      : field[1] === "" || field[1].startsWith("!")
      ? sections.get(field[0])
      : undefined;
    // `Address:` in the middle of a contact is not a heading.
    if (heading && (field === null || indent <= headingIndent || !section)) {
      open(heading, indent);
      continue;
    }
    if (field === null) {
      const continued: typeof last = last;
      const isContinued = continued !== null &&
        (continued.isEmpty || indent > continued.indent);
      if (section === null && !isContinued) continue;
      const label = isContinued ? continued.label : "";
      rows.push({ block, section, label, value: line });
      if (section !== null && contentIndent < 0) contentIndent = indent;
      continue;
    }
    const [label, value] = field;
    if (section !== null && contentIndent < 0) contentIndent = indent;
    const named = lines[i - 1] === "" && HANDLE_FORM.test(value) &&
      isNameLabel(fieldOf(lines[i + 1] ?? "")?.[0]) && sections.get(label);
    if (named) {
      // `Registrar: ABCD-0292`, with its name in the next line.
      open(named, indent);
      rows.push({ block, section: named, label: "handle", value });
      continue;
    }
    last = { label, indent, isEmpty: value === "" };
    if (value !== "") rows.push({ block, section, label, value });
  }
  return rows;
}

function isNameLabel(label: string | undefined): boolean {
  const field = contactFields.get(label ?? "");
  return field === "name" || field === "organisation";
}
