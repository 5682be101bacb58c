import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { badgeTexts } from "../../lib/ipinfo/view/badge_texts.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeBadge, HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { useTexts } from "../ui/language.ts";
import { WorldOutline } from "../ui/WorldOutline.tsx";

/** @param flag the country's two-letter code in lower case; empty if unknown */
export function Flag({ flag }: { flag: string }) {
  if (!flag) return null;
  return (
    <img
      class="flag"
      src={asset(`/flags/${flag}.svg`)}
      alt=""
      width="27"
      height="18"
    />
  );
}

/** Whose an address is and where, beside the country's flag. */
function Summary({ home: { flag, summary } }: { home: HomeView }) {
  return (
    <p class="verdict">
      <Flag flag={flag} />
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
  home: HomeView;
  /** URL of the world outline. */
  world: string;
}

/** A map of the world with one dot, if the place is known. The facts have it as text as well. */
export function PlaceMap({ home: { point }, world }: PlaceMapProps) {
  const { mapOf } = useTexts(homeTexts);
  if (point === null) return null;
  return (
    // No title in it: Fresh would take that for the page's.
    <svg class="place-map" role="img" aria-label={mapOf}>
      <WorldOutline world={world} />
      <circle class="place-dot" cx={`${point.x}%`} cy={`${point.y}%`} r={5} />
    </svg>
  );
}

/** Whose an address is and where, and what lists say of it. */
export function AddressSummary({ home }: { home: HomeView }) {
  return (
    <>
      <Summary home={home} />
      <Badges badges={home.badges} />
    </>
  );
}

interface HeroProps {
  /** The address. */
  heading: ComponentChildren;
  /** As `AddressSummary` renders it. */
  summary: ComponentChildren;
  /** As `PlaceMap` renders it. */
  map: ComponentChildren;
}

/** An address with its place and its badges. */
export function Hero({ heading, summary, map }: HeroProps) {
  return (
    <section class="address">
      <div>
        {heading}
        {summary}
      </div>
      {map}
    </section>
  );
}
