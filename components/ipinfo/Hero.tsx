import { asset } from "fresh/runtime";
import { badgeTexts } from "../../lib/ipinfo/view/badge_texts.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeBadge, HomeView } from "../../lib/ipinfo/view/home_view.ts";
import {
  LAND_ID,
  MAP_HEIGHT,
  MAP_WIDTH,
  SEA_ID,
} from "../../lib/ipinfo/view/world_map.ts";
import { useTexts } from "../ui/language.ts";

/** Whose an address is and where, beside the country's flag. */
export function Summary({ home: { flag, summary } }: { home: HomeView }) {
  return (
    <p class="verdict">
      {flag && (
        <img
          class="flag"
          src={asset(`/flags/${flag}.svg`)}
          alt=""
          width="27"
          height="18"
        />
      )}
      {summary}
    </p>
  );
}

/** The type of the connection, and what lists say of the address. */
export function Badges({ badges }: { badges: readonly HomeBadge[] }) {
  const { aboutLists } = useTexts(badgeTexts);
  if (badges.length === 0) return null;
  return (
    <ul class="badges">
      {badges.map(({ state, text }) => (
        <li key={text} class={`badge ${state}`}>
          {text}
          {state === "unchecked" && (
            <>
              {" · "}
              <a href="/about">{aboutLists}</a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface PlaceMapProps {
  /** In percent of the map's size. */
  point: NonNullable<HomeView["point"]>;
  /** URL of the world outline. */
  world: string;
}

/** A map of the world with one dot. The place is also in the facts as text. */
export function PlaceMap({ point: { x, y }, world }: PlaceMapProps) {
  const { mapOf } = useTexts(homeTexts);
  return (
    // No title in it: Fresh would take that for the page's.
    <svg class="place-map" role="img" aria-label={mapOf}>
      <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}>
        <use class="map-sea" href={`${world}#${SEA_ID}`} />
        <use class="map-land" href={`${world}#${LAND_ID}`} />
      </svg>
      <circle class="place-dot" cx={`${x}%`} cy={`${y}%`} r={5} />
    </svg>
  );
}
