import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { badgeTexts } from "../../lib/ipinfo/view/address_texts.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import type { HomeBadge, PlacePoint } from "../../lib/ipinfo/view/home_view.ts";
import { cellPath } from "../../lib/ipinfo/view/world_map.ts";
import { Html } from "../ui/markup.tsx";
import { useTexts } from "../ui/language.ts";
import { WorldOutline } from "../ui/WorldOutline.tsx";
import { FlagImage } from "./SummaryLines.tsx";

/** @param flag the country's two-letter code in lower case; empty if unknown */
export function Flag({ flag }: { flag: string }) {
  if (!flag) return null;
  return <FlagImage src={asset(`/flags/${flag}.svg`)} />;
}

/** The time at an address. The style sheet puts a dot before it, unless it begins a line. */
export function LocalTime({ text }: { text: string }) {
  return <span class="local-time">{text}</span>;
}

/** What is special about an address, and what lists say of it. */
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
          {aboutLists.before}
          <a href="/about">{aboutLists.link}</a>
          {aboutLists.after}
        </>
      )}
    </li>
  );
}

type PlaceMapProps = Record<keyof PlacePoint, string>;

/** A map of the region of a place. The facts have it as text as well. */
export function PlaceMap({ cell, viewBox, label }: PlaceMapProps) {
  const { mapOf } = useTexts(homeTexts);
  return (
    // No title in it: Fresh would take that for the page's.
    <svg class="place-map" role="img" aria-label={mapOf}>
      <WorldOutline world={asset(cellPath(cell))} viewBox={viewBox} isFilled />
      <circle class="place-dot" cx="50%" cy="50%" r={6} />
      <text x="50%" y="50%" dy="-0.8em" aria-hidden="true">
        {label}
      </text>
    </svg>
  );
}

interface HeroProps {
  /** The address. */
  heading: ComponentChildren;
  /**
   * `summary`: where it is and whose. `badges`: what lists say of it. `map`:
   * where that is.
   */
  html: { readonly [name in "summary" | "badges" | "map"]?: string };
  /** What the summary is about, if that is not the heading. */
  note?: ComponentChildren;
  /** Another address. */
  children?: ComponentChildren;
  /** What to do next. */
  action?: ComponentChildren;
}

/** An address with its place and its badges. */
export function Hero({ heading, html, note, children, action }: HeroProps) {
  return (
    <section class="address">
      <div class="address-tile">
        {heading}
        <Html html={html.summary ?? ""} />
        {note}
      </div>
      {children}
      <div class="address-checks">
        <Html html={html.badges ?? ""} />
        {action}
      </div>
      <Html html={html.map ?? ""} />
    </section>
  );
}
