import { dayText } from "../../i18n/language.ts";
import { hasTrait, type HomeProfile, type IsShown } from "./home_values.ts";
import type { Check } from "../risk/checks.ts";
import type { BadgeTexts, CheckedTrait } from "../view/badge_texts.ts";
import type { HomeBadge } from "../view/home_view.ts";

/** The traits with their own badges, in order. */
const BADGE_TRAITS: readonly CheckedTrait[] = [
  "vpn",
  "proxy",
  "tor",
  "relay",
  "crawler",
  "abuser",
];

/**
 * The results of the lists for an address, a badge for each trait: listed, on none
 * of the lists, or not checked. Traits that were not checked share one badge.
 */
export function traitBadges(
  profile: HomeProfile,
  isShown: IsShown,
  { unchecked, texts }: {
    /** As `uncheckedTraits` returns them. */
    unchecked: readonly CheckedTrait[];
    texts: BadgeTexts;
  },
): HomeBadge[] {
  const badges: HomeBadge[] = [];
  for (const trait of BADGE_TRAITS) {
    if (!isTraitShown(trait, isShown)) continue;
    const has = hasTrait(profile, trait);
    const check = profile.checks[trait];
    if (has) badges.push({ state: "listed", text: texts.listed(trait) });
    else if (check) {
      badges.push({
        state: "clear",
        text: texts.clear(trait, ...sizeOf(check)),
      });
    } else if (has === false) {
      badges.push({ state: "clear", text: texts.denied(trait) });
    }
  }
  if (unchecked.length > 0) {
    badges.push({ state: "unchecked", text: texts.unchecked(unchecked) });
  }
  return badges;
}

/** The traits about which neither a list nor a source says anything. */
export function uncheckedTraits(
  profile: HomeProfile,
  isShown: IsShown,
): CheckedTrait[] {
  return BADGE_TRAITS.filter((trait) =>
    isTraitShown(trait, isShown) && !profile.checks[trait] &&
    hasTrait(profile, trait) === null
  );
}

/** A relay hides its user as a proxy does, and shares that field's switch. */
function isTraitShown(trait: CheckedTrait, isShown: IsShown): boolean {
  return isShown(trait === "relay" ? "proxy" : trait);
}

function sizeOf(
  { lists, builtAt }: Check,
): [lists: number, day: string | null] {
  return [lists, builtAt === null ? null : dayText(builtAt)];
}
