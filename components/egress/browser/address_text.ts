import type { Exit } from "../../../lib/shared/egress/report.ts";

/** A text that is an address, in its canonical form; null where it is none. */
export function parseExit(text: string): Exit | null {
  const isV6 = /^[\da-f:.]*:[\da-f:.]*$/i.test(text);
  if (!isV6 && !/^[\d.]+$/.test(text)) return null;
  // Browsers know what an address is: of what is one they make the canonical form.
  const host = hostOf(isV6 ? `[${text}]` : text);
  if (isV6) return host ? { ip: host.slice(1, -1), family: 6 } : null;
  return host === text ? { ip: text, family: 4 } : null;
}

/**
 * The address that a site says it sees, in one of the forms that are usual:
 * the whole text, the member `ip` of a JSON object, a line `ip=…`.
 */
export function exitInText(text: string): Exit | null {
  const [, line = text] = /^ip=(.*)$/m.exec(text) ?? [];
  return parseExit(line.trim()) ?? parseExit(ipMember(text));
}

function ipMember(text: string): string {
  try {
    const { ip } = JSON.parse(text) as { ip?: unknown };
    return typeof ip === "string" ? ip : "";
  } catch {
    return "";
  }
}

function hostOf(text: string): string | null {
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return null;
  }
}
