import { fill } from "../../../i18n/language.ts";
import {
  countryOf,
  networkText,
  ownerText,
  type PlaceTexts,
} from "../address_text.ts";
import { distance, exitOf } from "../exits.ts";
import type { EgressReport, Exit, Place } from "../report.ts";
import type { EgressTexts } from "../texts.ts";
import { findingOf, type KnownExits, publicExits, tunnelOf } from "./tunnel.ts";

/** Sentences with slots for what differs between the families. */
interface DifferenceTexts {
  familyCountries: string;
  familyNetworks: string;
}

/** How the networks of both families differ, without a tunnel; null if they don't. */
export function differenceText(
  report: KnownExits,
  texts: PlaceTexts,
  { familyCountries, familyNetworks }: DifferenceTexts,
  nameOf: (report: Places, ip: string, texts: PlaceTexts) => string,
): string | null {
  const [v4, v6] = [exitOf(report, 4), exitOf(report, 6)];
  if (!v4 || !v6) return null;
  const { places } = report;
  const between = distance(places[v4.ip], places[v6.ip]);
  if (between !== "country" && between !== "network") return null;
  return fill(between === "country" ? familyCountries : familyNetworks, {
    country4: countryOf(report, v4.ip, texts),
    country6: countryOf(report, v6.ip, texts),
    exit4: nameOf(report, v4.ip, texts),
    exit6: nameOf(report, v6.ip, texts),
  });
}

const MAX_NAME_LENGTH = 32;

type Places = Pick<EgressReport, "places">;

/** The texts of the home page's strip about the visitor's two families. */
export interface FamilyStripTexts extends PlaceTexts, DifferenceTexts {
  tunnels: EgressTexts["verdicts"]["tunnels"];
  leak: string;
  unsure: string;
  /** Instead of those if no list says that there is a tunnel. */
  hosting_leak: string;
  hosting_unsure: string;
}

/** What is worth knowing about a visitor's two families. */
export interface FamilyStrip {
  /** `differ`: without a tunnel, which is no leak. */
  state: "leak" | "unsure" | "differ";
  text: string;
}

/**
 * What a visitor's addresses of both families say by the rules of the leak test; null if
 * both leave through a tunnel or one network, or if too little is known.
 */
export function familyStrip(
  places: readonly Place[],
  texts: FamilyStripTexts,
): FamilyStrip | null {
  const exits = places.map(({ ip }): Exit => ({
    ip,
    family: ip.includes(":") ? 6 : 4,
  }));
  const report: KnownExits = {
    exits: Object.fromEntries(
      exits.map((value) => [`v${value.family}`, { state: "found", value }]),
    ),
    places: Object.fromEntries(places.map((place) => [place.ip, place])),
  };
  const named = { ...report, places: withShortNames(report.places) };
  const tunnel = tunnelOf(report);
  if (!tunnel) {
    const text = differenceText(named, texts, texts, networkOf);
    return text === null ? null : { state: "differ", text };
  }
  for (const { ip, family } of publicExits(report)) {
    const { state } = findingOf(report, tunnel, ip);
    if (state === "ok") continue;
    const isHosting = tunnel.kind === "hosting";
    const code = isHosting ? `hosting_${state}` as const : state;
    const text = fill(texts[code], {
      part: `IPv${family}`,
      other: `IPv${family === 4 ? 6 : 4}`,
      tunnel: texts.tunnels[tunnel.kind],
      network: ownerText(named, ip, texts),
    });
    return { state, text };
  }
  return null;
}

/** The tiles have a name in full. Cut, it leaves the strip the height that the page keeps for it. */
function withShortNames(places: Places["places"]): Places["places"] {
  return Object.fromEntries(
    Object.entries(places).map(([ip, place]) => {
      const { organization: name, isRegistered } = place;
      // "by registration" comes after it.
      const maxLength = isRegistered ? MAX_NAME_LENGTH / 2 : MAX_NAME_LENGTH;
      const isLong = name !== null && name.length > maxLength;
      const organization = isLong
        ? `${name.slice(0, maxLength - 1).trimEnd()}…`
        : name;
      return [ip, { ...place, organization }];
    }),
  );
}

function networkOf({ places }: Places, ip: string, texts: PlaceTexts): string {
  return networkText(places[ip], texts) ?? ip;
}
