import { asset } from "fresh/runtime";
import { define } from "../define.ts";

export default define.page(({ Component }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Porthole</title>
      <link rel="icon" href={asset("/favicon.svg")} type="image/svg+xml" />
      <link rel="stylesheet" href={asset("/style.css")} />
    </head>
    <body>
      <Component />
    </body>
  </html>
));
