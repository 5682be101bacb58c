import { formatText } from "../../i18n/format.ts";
import { regionName } from "../../i18n/language.ts";
import { guestPreview } from "../home/home.ts";
import type { NetworkFacts } from "../network_lookup.ts";
import type { Profile } from "../profile.ts";
import type { FieldSettings } from "../view/home_fields.ts";
import { homeTexts, networkTexts } from "../view/home_texts.ts";
import type { AddressSummary } from "../view/home_view.ts";
import type { Point } from "../view/world_map.ts";

/**
 * What the picture of a page shows, which others show beside a link to it. In
 * English, because whoever fetches it does not say for which reader.
 */
export interface PreviewCard extends AddressSummary {
  /** Above the heading: `IPv4 address`. */
  readonly caption: string;
  readonly heading: string;
  /** In the world map's units; null if unknown or hidden. */
  readonly spot: Point | null;
}

export const LEAK_TEST_CARD: PreviewCard = {
  caption: "Leak test",
  heading: "Does your VPN leak?",
  flag: "",
  place: "IPv4, IPv6, DNS and WebRTC in one test",
  holder: "",
  spot: null,
};

const { anAddress, aName } = homeTexts.en;

/** Of an address, or of a name by one of its addresses. */
export function addressCard(
  name: string | null,
  profile: Profile,
  settings: FieldSettings,
): PreviewCard {
  const { ip } = profile;
  return {
    caption: name ? aName : formatText(anAddress, { family: ip.family }),
    heading: name ?? ip.text,
    ...guestPreview(profile, settings),
  };
}

/** Of a network, by its first address. */
export function networkCard(
  name: string,
  { sample }: NetworkFacts,
  settings: FieldSettings,
): PreviewCard {
  return {
    caption: `IPv${sample.ip.family} network by its first address`,
    heading: name,
    ...guestPreview(sample, settings),
  };
}

/** Of an autonomous system: its place is the country of its registration. */
export function systemCard(
  name: string,
  { sample, countryCode }: NetworkFacts,
  settings: FieldSettings,
): PreviewCard {
  const code = settings.guest.country ? countryCode : undefined;
  return {
    caption: networkTexts.en.system,
    heading: name,
    flag: code?.toLowerCase() ?? "",
    place: code ? regionName(code, "en") ?? code : "",
    // Its own holder, whether or not the sample is announced.
    holder: guestPreview({
      facts: { ...sample.facts, asnConfidence: undefined },
      risk: sample.risk,
      confidence: sample.confidence,
    }, settings).holder,
    spot: null,
  };
}
