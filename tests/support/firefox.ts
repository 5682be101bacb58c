/** A real Firefox, driven by WebDriver BiDi, because Playwright needs its own build. */
import assert from "node:assert/strict";
import { isFile } from "./programs.ts";
import samples from "./firefox.json" with { type: "json" };

const NAMES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Firefox would otherwise ask its maker's servers for updates and lists. */
const PREFERENCES = samples.preferences as Readonly<
  Record<string, string | number | boolean>
>;

/** A tab. */
export interface FirefoxPage {
  goto(url: string): Promise<void>;
  /** The value of an expression, or what its promise resolves to. Values are JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  /** Clicks the first element of a selector with the mouse. */
  click(selector: string): Promise<void>;
  /** Presses a key with Ctrl. */
  pressCtrl(key: string): Promise<void>;
}

interface Firefox extends AsyncDisposable {
  /** Runs with a tab that shares nothing with those of other calls. */
  inPage(use: (page: FirefoxPage) => Promise<void>): Promise<void>;
}

async function launchFirefox(path: string): Promise<Firefox> {
  const profile = await Deno.makeTempDir({ prefix: "firefox-" });
  const lines = Object.entries(PREFERENCES).map(([name, value]) =>
    `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`
  );
  await Deno.writeTextFile(`${profile}/user.js`, lines.join(""));
  const child = new Deno.Command(path, {
    args: [
      ...["--headless", "--no-remote", "--profile", profile],
      ...["--remote-debugging-port", "0", "about:blank"],
    ],
    env: { HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
    stdout: "null",
    // To read it would be an operation of whichever test runs when Firefox writes.
    stderr: "null",
  }).spawn();
  const address = await bidiAddress(profile);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const pending = new Map<number, (message: BidiMessage) => void>();
  socket.onmessage = ({ data }) => {
    const message: BidiMessage = JSON.parse(data);
    pending.get(message.id)?.(message);
  };
  let last = 0;
  const send = async (method: string, params: object) => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<BidiMessage>();
    pending.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await promise;
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
  await send("session.new", {
    // The certificates of tests.
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  });
  return {
    async inPage(use) {
      const { userContext } = await send("browser.createUserContext", {});
      try {
        const tab = { type: "tab", userContext };
        const { context } = await send("browsingContext.create", tab);
        await use(pageOf(send, context));
      } finally {
        await send("browser.removeUserContext", { userContext });
      }
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => socket.onclose = resolve);
      await send("browser.close", {}).catch(() => child.kill());
      await child.status;
      socket.close();
      await closed;
      await Deno.remove(profile, { recursive: true });
    },
  };
}

interface BidiMessage {
  id: number;
  // deno-lint-ignore no-explicit-any
  result: any;
  error?: string;
  message?: string;
}

/** Firefox writes it into its profile once it listens. */
async function bidiAddress(profile: string): Promise<string> {
  const path = `${profile}/WebDriverBiDiServer.json`;
  for (let i = 0; i < 1200; i++) {
    const text = await Deno.readTextFile(path).catch(() => "");
    if (text.includes("}")) {
      const { ws_host, ws_port } = JSON.parse(text);
      return `ws://${ws_host}:${ws_port}`;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Firefox does not listen");
}

/** Waits until an expression in a page is true. */
export async function untilTrue(
  evaluate: (expression: string) => Promise<unknown>,
  expression: string,
): Promise<void> {
  for (let i = 0; !await evaluate(expression); i++) {
    assert(i < 600, `it never becomes true: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function pageOf(
  // deno-lint-ignore no-explicit-any
  send: (method: string, params: object) => Promise<any>,
  context: string,
): FirefoxPage {
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await send("script.evaluate", {
      expression:
        `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }
  const perform = (id: string, type: string, actions: object[]) =>
    send("input.performActions", { context, actions: [{ type, id, actions }] });
  return {
    async goto(url) {
      await send("browsingContext.navigate", {
        ...{ context, url, wait: "complete" },
      });
    },
    evaluate,
    until: (expression) => untilTrue(evaluate, expression),
    async click(selector) {
      const point = await evaluate<{ x: number; y: number }>(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
      })()`);
      await perform("mouse", "pointer", [
        { type: "pointerMove", ...point },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    async pressCtrl(key) {
      const control = "\uE009";
      await perform("keyboard", "key", [
        { type: "keyDown", value: control },
        { type: "keyDown", value: key },
        { type: "keyUp", value: key },
        { type: "keyUp", value: control },
      ]);
    },
  };
}

/** Shared by all tests of a group of files, because a start takes three seconds of processor time. */
let started: Promise<Firefox> | undefined;

Deno.test.afterAll(async () => await (await started)?.[Symbol.asyncDispose]());

/** A test in Firefox. If it is missing, the test is skipped; in CI, it fails. */
export function firefoxTest(
  name: string,
  test: (page: FirefoxPage) => Promise<void>,
): void {
  const path = NAMES.find(isFile);
  Deno.test({
    name: path ? name : `${name} (skipped: there is no Firefox)`,
    ignore: path === undefined && Deno.env.get("CI") === undefined,
    // The browser and the connection to it outlive the test.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      if (path === undefined) throw new Error("there is no Firefox");
      await (await (started ??= launchFirefox(path))).inPage(test);
    },
  });
}
