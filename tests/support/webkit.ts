/** A real WebKit, which is Safari's engine, driven by WebDriver. */
import assert from "node:assert/strict";
import { type FirefoxPage, untilTrue } from "./firefox.ts";
import {
  ended,
  isFile,
  startedOnFreePorts,
  startedQuietly,
} from "./programs.ts";

const BROWSERS = ["4.1", "4.0", "6.0"].map((version) =>
  `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`
);
const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY = "/usr/bin/Xvfb";

/** A tab. Promises are not awaited by `evaluate`. */
type WebkitPage = Pick<FirefoxPage, "evaluate" | "goto" | "until">;

/** Starts a display without a screen. @returns its name */
async function startDisplay(stack: AsyncDisposableStack): Promise<string> {
  const child = new Deno.Command(DISPLAY, {
    args: ["-displayfd", "1", "-screen", "0", "1024x768x24"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  stack.defer(() => ended(child));
  const reader = child.stdout.getReader();
  let text = "";
  while (!text.endsWith("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error("there is no display");
    text += new TextDecoder().decode(value);
  }
  await reader.cancel();
  return `:${text.trim()}`;
}

async function startDriver(
  stack: AsyncDisposableStack,
  env: Record<string, string>,
): Promise<string> {
  const { ports: [port], child } = await startedOnFreePorts(
    1,
    ([port]) =>
      Promise.resolve(
        startedQuietly(DRIVER, ["--host=127.0.0.1", `--port=${port}`], env),
      ),
  );
  stack.defer(() => ended(child));
  return `http://127.0.0.1:${port}/session`;
}

async function openPage(
  stack: AsyncDisposableStack,
  binary: string,
): Promise<WebkitPage> {
  const home = await Deno.makeTempDir({ prefix: "webkit-" });
  stack.defer(() => Deno.remove(home, { recursive: true }));
  const sessions = await startDriver(stack, {
    DISPLAY: await startDisplay(stack),
    HOME: home,
    LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    // Its sandbox needs what containers don't allow.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  });
  const call = async (path: string, body: object) => {
    const response = await fetch(sessions + path, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const { value } = await response.json();
    assert.equal(response.status, 200, JSON.stringify(value));
    return value;
  };
  const { sessionId } = await call("", {
    capabilities: {
      alwaysMatch: {
        "webkitgtk:browserOptions": { binary, args: ["--automation"] },
      },
    },
  });
  stack.defer(async () => {
    const response = await fetch(`${sessions}/${sessionId}`, {
      method: "DELETE",
    });
    await response.body?.cancel();
  });
  const evaluate = <T>(expression: string): Promise<T> =>
    call(`/${sessionId}/execute/sync`, {
      script: `return ${expression}`,
      args: [],
    });
  return {
    async goto(url) {
      await call(`/${sessionId}/url`, { url });
    },
    evaluate,
    until: (expression) => untilTrue(evaluate, expression),
  };
}

/** A test in WebKit. If a program is missing, the test is skipped; in CI, it fails. */
export function webkitTest(
  name: string,
  test: (page: WebkitPage) => Promise<void>,
): void {
  const browser = BROWSERS.find(isFile);
  const isHere = browser !== undefined && [DRIVER, DISPLAY].every(isFile);
  Deno.test({
    name: isHere ? name : `${name} (skipped: there is no WebKit)`,
    ignore: !isHere && Deno.env.get("CI") === undefined,
    async fn() {
      if (!isHere) throw new Error("there is no WebKit");
      await using stack = new AsyncDisposableStack();
      await test(await openPage(stack, browser));
    },
  });
}
