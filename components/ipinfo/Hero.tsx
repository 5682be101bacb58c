import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { badgeTexts } from "../../lib/ipinfo/view/badge_texts.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeBadge, HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { useTexts } from "../ui/language.ts";
import { WorldOutline } from "../ui/WorldOutline.tsx";

/** Whose an address is and where, beside the country's flag. */
function Summary({ home: { flag, summary } }: { home: HomeView }) {
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
function Badges({ badges }: { badges: readonly HomeBadge[] }) {
  const { aboutLists } = useTexts(badgeTexts);
  if (badges.length === 0) return null;
  return (
    <ul class="badges">
      {badges.map(({ state, text, href }) => (
        <li key={text} class={`badge ${state}`}>
          {href ? <a href={href}>{text}</a> : text}
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
function PlaceMap({ point: { x, y }, world }: PlaceMapProps) {
  const { mapOf } = useTexts(homeTexts);
  return (
    // No title in it: Fresh would take that for the page's.
    <svg class="place-map" role="img" aria-label={mapOf}>
      <WorldOutline world={world} />
      <circle class="place-dot" cx={`${x}%`} cy={`${y}%`} r={5} />
    </svg>
  );
}

interface HeroProps {
  home: HomeView;
  /** URL of the world outline. */
  world: string;
  /** The heading with the address. */
  children: ComponentChildren;
}

/** An address with its place and its badges. */
export function Hero({ home, world, children }: HeroProps) {
  return (
    <section class="address">
      <div>
        {children}
        <Summary home={home} />
        <Badges badges={home.badges} />
      </div>
      {home.point && <PlaceMap point={home.point} world={world} />}
    </section>
  );
}
