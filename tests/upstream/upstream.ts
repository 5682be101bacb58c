/**
 * Runs the app on Fresh itself and holds it against `lib/fresh`: types, build,
 * start, and the same responses.
 *
 *     deno task upstream                          Fresh from JSR
 *     FRESH_DIR=… STD_DIR=… deno task upstream    from checkouts of denoland/fresh and denoland/std
 *
 * Exits 1 if anything differs.
 */
import { copyProject } from "./project_copy.ts";
import {
  ADMIN,
  ADMIN_REQUESTS,
  differences,
  type Side,
  signIn,
  SMOKE_REQUESTS,
} from "./smoke.ts";
import { islandReport } from "./islands.ts";
import { startApp } from "../support/app_process.ts";
import {
  UMAMI_PASSWORD,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../support/umami_server.ts";
import { site } from "../lib/analytics/site.ts";

const folder = await Deno.makeTempDir({ prefix: "porthole-upstream-" });
let failures = 0;

function tell(what: string, details: readonly string[]) {
  console.log(`${details.length === 0 ? "ok  " : "FAIL"} ${what}`);
  for (const line of details) console.log(`       ${line}`);
  if (details.length > 0) failures++;
}

async function deno(...args: string[]): Promise<string[]> {
  const { success, stderr, stdout } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: folder,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  if (success) return [];
  const decoder = new TextDecoder();
  return (decoder.decode(stdout) + decoder.decode(stderr)).trimEnd().split("\n")
    .filter((line) => !/^(?:Initialize|Download|Check) /.test(line))
    .slice(-40);
}

try {
  const env = (name: string) => Deno.env.get(name) || undefined;
  await copyProject(folder, {
    freshDir: env("FRESH_DIR"),
    stdDir: env("STD_DIR"),
  });
  tell("install", await deno("install", "--frozen=false"));
  tell("types", await deno("check", "main.ts", "dev.ts", "routes", "islands"));
  tell("build", await deno("task", "build"));
  if (failures === 0) {
    await using umami = umamiServer({ version: "3.1", data: site });
    const env = {
      TRUSTED_PROXIES: "127.0.0.1",
      ANALYTICS_URL: umami.url.href,
      ANALYTICS_WEBSITE_ID: WEBSITE_ID,
      ANALYTICS_USERNAME: USERNAME,
      ANALYTICS_PASSWORD: UMAMI_PASSWORD,
      ...ADMIN,
    };
    const entry = "main.ts";
    await using own = await startApp(env, { entry });
    await using upstream = await startApp(env, { entry, folder });
    const compare = async (
      requests: typeof SMOKE_REQUESTS,
      who: string,
      ...sides: [Side, Side]
    ) => {
      for (const request of requests) {
        tell(
          `${who} ${request.method ?? "GET"} ${request.path}`,
          await differences(request, ...sides),
        );
      }
    };
    await compare(SMOKE_REQUESTS, "guest", own, upstream);
    const signedIn = async ({ origin }: Side) => ({
      origin,
      cookie: await signIn(origin),
    });
    await compare(
      ADMIN_REQUESTS,
      "administrator",
      await signedIn(own),
      await signedIn(upstream),
    );
    for (const [name, details] of await islandReport(upstream.origin)) {
      tell(name, details);
    }
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
console.log(failures === 0 ? "no differences" : `${failures} differ`);
Deno.exit(failures === 0 ? 0 : 1);
