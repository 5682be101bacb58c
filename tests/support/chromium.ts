import { type Browser, chromium } from "playwright-core";

/** A browser without a sandbox, which containers lack, and without requests of its own. */
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A host that browsers do not treat as secure.
  "--host-resolver-rules=MAP main.test 127.0.0.1",
];

/** Starts the Chromium that CHROMIUM names, or the system's. */
export function launchChromium(
  executablePath = Deno.env.get("CHROMIUM") ?? "/usr/bin/chromium",
): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
