import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { badgeTexts } from "../../lib/ipinfo/view/badge_texts.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeBadge } from "../../lib/ipinfo/view/home_view.ts";
import { WORLD_PATH } from "../../lib/ipinfo/view/world_map.ts";
import { Html } from "../ui/markup.tsx";
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

interface SummaryLineProps {
  flag: ComponentChildren;
  text: string;
}

/** Whose an address is and where, beside the country's flag. */
export function SummaryLine({ flag, text }: SummaryLineProps) {
  return (
    <p class="summary">
      {flag}
      {text}
    </p>
  );
}

/** The type of the connection, and what lists say of the address. */
export function BadgeList({ items }: { items: ComponentChildren }) {
  return <ul class="badges">{items}</ul>;
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
  x: string;
  y: string;
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

interface HeroProps {
  /** The address. */
  heading: ComponentChildren;
  /** `summary`: whose it is and where. `map`: where that is in the world. */
  html: { readonly [name in "summary" | "map"]?: string };
}

/** An address with its place and its badges. */
export function Hero({ heading, html }: HeroProps) {
  return (
    <section class="address">
      <div>
        {heading}
        <Html html={html.summary ?? ""} />
      </div>
      <Html html={html.map ?? ""} />
    </section>
  );
}
