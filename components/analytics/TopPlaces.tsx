import type { PlaceView } from "../../lib/shared/analytics_view.ts";
import { numberText } from "../../lib/shared/time_text.ts";

/** Where most visitors come from, as bars; the longest is the first. */
export function TopPlaces(
  { title, places }: { title: string; places: readonly PlaceView[] },
) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {places.length === 0
        ? <p class="empty">Nobody’s is known.</p>
        : (
          <ol class="bars">
            {places.map((place, i) => (
              <li key={i}>
                <bdi>{place.name ?? "Unknown"}</bdi>
                <span class="bar-number">
                  {numberText(place.visitors)}{" "}
                  <span class="aside">{place.share}</span>
                </span>
                <svg
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect
                    width={lengthOf(place.visitors, places[0].visitors)}
                    height="1"
                  />
                </svg>
              </li>
            ))}
          </ol>
        )}
    </section>
  );
}

function lengthOf(visitors: number, most: number): number {
  return Math.round(visitors / most * 1000) / 10;
}
