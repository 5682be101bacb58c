import type { ComponentChildren } from "preact";

export function FlagImage({ src }: { src: string }) {
  return <img class="flag" src={src} alt="" width="27" height="18" />;
}

interface PlaceLineProps {
  flag: ComponentChildren;
  place: string;
  time?: ComponentChildren;
}

/** Where an address is, beside the country's flag, and the time there. */
export function PlaceLine({ flag, place, time }: PlaceLineProps) {
  return (
    <p class="summary">
      <span>
        {flag}
        {place}
      </span>
      {time}
    </p>
  );
}

/** Whose an address is. */
export function HolderLine({ holder }: { holder: string }) {
  return <p class="holder">{holder}</p>;
}
