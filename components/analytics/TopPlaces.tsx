import type { PlaceView } from "../../lib/shared/analytics_view.ts";
import { adminAnalyticsTexts } from "../../lib/shared/texts/admin_analytics.ts";
import { numberText } from "../../lib/shared/time_text.ts";
import { useTexts } from "../language.ts";

/** Where most visitors come from, as bars; the longest is the first. */
export function TopPlaces(
  { title, places }: { title: string; places: readonly PlaceView[] },
) {
  const texts = useTexts(adminAnalyticsTexts);
  return (
    <section class="card">
      <h2>{title}</h2>
      {places.length === 0
        ? <p class="empty">{texts.nonePlaced}</p>
        : (
          <ol class="bars">
            {places.map((place, i) => (
              <li key={i}>
                <bdi>{place.name ?? texts.unknown}</bdi>
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
