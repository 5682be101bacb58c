import { adTexts } from "../../lib/accounts/view/console_texts.ts";
import { useTexts } from "../ui/language.ts";

/** The ad that is shown if the operator has none. */
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
