import { adTexts } from "../lib/shared/texts/account_ad.ts";
import { useTexts } from "./language.ts";

/** Shown where the operator has no ad of their own. */
export function HouseAd() {
  const { house } = useTexts(adTexts);
  return (
    <div class="house-ad">
      <h2>{house.heading}</h2>
      <p>
        {house.text}
      </p>
    </div>
  );
}
