import CopyButton from "../../islands/CopyButton.tsx";
import { siteTexts } from "../../lib/i18n/site.ts";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { useTexts } from "../ui/language.ts";

/** The same information for scripts: commands to copy. */
export function CurlCommands({ base, ip }: { base: string; ip: string }) {
  const { fromScript, commands, command } = useTexts(homeTexts);
  const { copyButton } = useTexts(siteTexts);
  const paths = {
    text: "/",
    json: "/api/jsonip",
    geoip: `/api/geoip/${ip}`,
    v1: `/api/v1/ip/${ip}`,
  };
  return (
    <section class="curl" aria-labelledby="curl-title">
      <h2 id="curl-title">{fromScript}</h2>
      <dl>
        {(["text", "json", "geoip", "v1"] as const).map((name) => (
          <div key={name}>
            <dt>{commands[name]}</dt>
            <dd>
              <code id={`curl-${name}`}>{`curl ${base}${paths[name]}`}</code>
              <CopyButton
                of={`curl-${name}`}
                what={command(commands[name])}
                texts={copyButton}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
