import { adTexts } from "../../lib/accounts/view/console_texts.ts";
import { useTexts } from "../ui/language.ts";

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
