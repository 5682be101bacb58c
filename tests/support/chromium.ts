import { type Browser, chromium } from "playwright-core";
import { isFile } from "./programs.ts";

/** Without a sandbox, which containers lack, and without background requests. */
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Of a page that lives for a second, compiling costs more than it saves: a sixth.
  "--js-flags=--no-maglev --no-opt",
  // A host that browsers do not treat as secure.
  "--host-resolver-rules=MAP main.test 127.0.0.1",
];

/** The first is the same browser without windows, and takes half the processor time. */
const NAMES = ["chromium-headless-shell", "chromium"];

/** The Chromium that CHROMIUM names, or else the system's. */
export function findChromium(): string | undefined {
  const named = Deno.env.get("CHROMIUM");
  if (named !== undefined) return isFile(named) ? named : undefined;
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  return NAMES
    .flatMap((name) =>
      ["/usr/bin", ...folders].map((folder) => `${folder}/${name}`)
    )
    .find(isFile);
}

export function launchChromium(
  executablePath = findChromium(),
): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
