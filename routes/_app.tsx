import { asset } from "fresh/runtime";
import { define } from "../define.ts";
import { siteOrigin } from "../lib/http/hosts.ts";
import { preferencesOf } from "../lib/http/preferences.ts";
import { siteTexts } from "../lib/i18n/site.ts";
import { LANGUAGE_TAGS } from "../lib/i18n/language.ts";

export default define.page(({ Component, req, url, state }) => {
  const { language, theme } = preferencesOf(req.headers);
  const { motto } = siteTexts[language];
  const origin = siteOrigin(state.services?.config.BASE_URL, { url });
  return (
    <html
      lang={LANGUAGE_TAGS[language]}
      data-theme={theme === "auto" ? undefined : theme}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="color-scheme"
          content={theme === "auto" ? "light dark" : theme}
        />
        <title>Porthole</title>
        <meta property="og:site_name" content="Porthole" />
        <meta property="og:type" content="website" />
        <meta
          key="og:title"
          property="og:title"
          content={`Porthole – ${motto}`}
        />
        <meta
          key="og:image"
          property="og:image"
          content={`${origin}/social.png`}
        />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="icon" href={asset("/favicon.svg")} type="image/svg+xml" />
        <link rel="stylesheet" href={asset("/style.css")} />
        {/* Delays the first rendering until the end of the page has arrived: otherwise table columns would move with each row, and the footer's lines with each other. */}
        <link rel="expect" href="#end" {...{ blocking: "render" }} />
      </head>
      <body>
        <Component />
        <span id="end" hidden />
      </body>
    </html>
  );
});
