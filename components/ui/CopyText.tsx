import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "./language.ts";

/** Text that one click selects as a whole, to copy it without script. */
export function CopyText({ label, text }: { label: string; text: string }) {
  return (
    <dl class="copy">
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
      </dd>
    </dl>
  );
}

/** The same information for scripts: a command to copy. */
export function CurlLines({ base, ip }: { base: string; ip: string }) {
  const texts = useTexts(homeTexts);
  const lines = [
    [texts.asText, `curl ${base}/`],
    [texts.asJson, `curl ${base}/api/jsonip`],
    [texts.whereIs, `curl ${base}/api/geoip/${ip}`],
    [texts.v1Record, `curl ${base}/api/v1/ip/${ip}`],
  ];
  return (
    <section class="curl" aria-labelledby="curl-title">
      <h2 id="curl-title">{texts.fromScript}</h2>
      <dl>
        {lines.map(([label, command]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
