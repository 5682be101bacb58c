import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { badgeTexts } from "../../lib/ipinfo/view/badge_texts.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeBadge, HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { WORLD_PATH } from "../../lib/ipinfo/view/world_map.ts";
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

interface SummaryProps {
  flag: ComponentChildren;
  summary: string;
}

/** Whose an address is and where, beside the country's flag. */
export function Summary({ flag, summary }: SummaryProps) {
  return (
    <p class="verdict">
      {flag}
      {summary}
    </p>
  );
}

/** The type of the connection, and what lists say of the address. */
function Badges({ badges }: { badges: readonly HomeBadge[] }) {
  if (badges.length === 0) return null;
  return (
    <BadgeList>
      {badges.map((badge) => <Badge key={badge.text} {...badge} />)}
    </BadgeList>
  );
}

export function BadgeList({ children }: { children?: ComponentChildren }) {
  return <ul class="badges">{children}</ul>;
}

export function Badge({ state, text, href }: HomeBadge) {
  const { aboutLists } = useTexts(badgeTexts);
  return (
    <li class={`badge ${state}`}>
      {href ? <a href={href}>{text}</a> : text}
      {state === "unchecked" && (
        <>
          {" · "}
          <a href="/about">{aboutLists}</a>
        </>
      )}
    </li>
  );
}

interface PlaceMapProps {
  /** In percent of the map's size. */
  x: number | string;
  y: number | string;
}

/** A map of the world with one dot. The facts have the place as text as well. */
export function PlaceMap({ x, y }: PlaceMapProps) {
  const { mapOf } = useTexts(homeTexts);
  return (
    // No title in it: Fresh would take that for the page's.
    <svg class="place-map" role="img" aria-label={mapOf}>
      <WorldOutline world={asset(WORLD_PATH)} />
      <circle class="place-dot" cx={`${x}%`} cy={`${y}%`} r={5} />
    </svg>
  );
}

/** Whose an address is and where, and what lists say of it. */
export function AddressSummary({ home }: { home: HomeView }) {
  const { flag, summary, badges } = home;
  return (
    <>
      <Summary flag={<Flag flag={flag} />} summary={summary} />
      <Badges badges={badges} />
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
