import { homeTexts } from "../lib/shared/texts/home.ts";
import { useTexts } from "./language.ts";

/** What to do where the server sees an inner address: usually a visit from the same network. */
export function InnerAddress() {
  const { inner, or, end } = useTexts(homeTexts);
  return (
    <section class="hint">
      <p>
        {inner}
        <a href="/api/geoip/8.8.8.8">8.8.8.8</a>
        {or}
        <a href="/api/geoip/2001:4860:4860::8888">2001:4860:4860::8888</a>
        {end}
      </p>
    </section>
  );
}
