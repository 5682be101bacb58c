import type { ComponentChildren } from "preact";
import type { CardIcon } from "../../lib/ipinfo/view/home_fields.ts";

/** Each drawn in a square of 16. */
const PATHS: Readonly<Record<CardIcon, string>> = {
  location:
    "M8 14.5S3 10 3 6.3a5 5 0 0 1 10 0C13 10 8 14.5 8 14.5Zm0-6.3a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  network: "M6 1.5h4V5H6Zm-4.5 9.5h4v3.5h-4Zm9 0h4v3.5h-4ZM8 5v3m-4.5 3V8h9v3",
  privacy: "M8 1.5 13.5 3.5V8c0 3-2.2 5.3-5.5 6.5C4.7 13.3 2.5 11 2.5 8V3.5Z",
  request: "M1.5 2.5h13v11h-13Zm0 3.5h13M4 4.3h.1m2 0h.1",
  servers: "M2 2h12v5H2Zm0 7h12v5H2Zm2.5-4.5h.1m-.1 7h.1",
  links:
    "m6.5 9.5 3-3M7.5 4.5l1.6-1.6a2.8 2.8 0 0 1 4 4l-1.6 1.6m-3 3-1.6 1.6a2.8 2.8 0 0 1-4-4l1.6-1.6",
};

interface FactCardProps {
  icon: CardIcon;
  title: string;
  class?: string;
  children: ComponentChildren;
}

/** Facts about one subject, under its icon and title. */
export function FactCard(props: FactCardProps) {
  return (
    <section class={`fact-card ${props.class ?? ""}`.trim()}>
      <h2>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d={PATHS[props.icon]} />
        </svg>
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}
