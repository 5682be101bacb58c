import assert from "node:assert/strict";
import { App, createDefine, HttpError, page, type PageProps } from "fresh";
import { Head } from "fresh/runtime";
import { send } from "./request.ts";

interface State {
  user?: string;
}

const define = createDefine<State>();

const Wrapper = ({ Component }: PageProps) => (
  <html>
    <head>
      <meta charset="utf-8" />
      <title>app</title>
      <meta name="description" content="of the app" />
      <meta key="theme" name="theme-color" content="red" />
    </head>
    <body>
      <Component />
    </body>
  </html>
);

Deno.test("Context.render - a page without wrapper gets a minimal document", async () => {
  const app = new App().get("/", (ctx) => ctx.render(<p>{"<&"}</p>));
  const { status, headers, body } = await send(app, "GET /");
  assert.deepEqual([status, headers.get("content-type")], [
    200,
    "text/html; charset=utf-8",
  ]);
  assert.equal(
    body,
    '<!DOCTYPE html><html><head><meta charset="utf-8"/></head><body><p>&lt;&amp;</p></body></html>',
  );
});

Deno.test("Context.render - status, status text and repeated headers reach the response", async () => {
  const app = new App().get("/", (ctx) =>
    ctx.render(<p />, {
      status: 418,
      headers: [["set-cookie", "a=1"], ["set-cookie", "b=2"], [
        "content-type",
        "text/plain",
      ]],
    }));
  const { status, headers } = await send(app, "GET /");
  assert.equal(status, 418);
  assert.deepEqual(headers.getSetCookie(), ["a=1", "b=2"]);
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
});

Deno.test("App - wrapper, layouts and page nest from the outside in", async () => {
  const app = new App()
    .appWrapper(({ Component }) => (
      <main>
        <Component />
      </main>
    ))
    .layout("*", ({ Component }) => (
      <div class="all">
        <Component />
      </div>
    ))
    .layout("/in", async ({ Component }) => {
      await Promise.resolve();
      return (
        <div class="in">
          <Component />
        </div>
      );
    })
    .get("/", (ctx) => ctx.render(<p>out</p>))
    .get("/in/x", (ctx) => ctx.render(<p>in</p>));
  assert.match(
    (await send(app, "GET /")).body,
    /<main><div class="all"><p>out<\/p><\/div><\/main>/,
  );
  assert.match(
    (await send(app, "GET /in/x")).body,
    /<main><div class="all"><div class="in"><p>in<\/p><\/div><\/div><\/main>/,
  );
});

Deno.test("App.layout - can leave out the layouts and the wrapper around it", async () => {
  const app = new App()
    .appWrapper(({ Component }) => (
      <main>
        <Component />
      </main>
    ))
    .layout("*", ({ Component }) => (
      <div class="all">
        <Component />
      </div>
    ))
    .layout("/alone", ({ Component }) => (
      <b>
        <Component />
      </b>
    ), {
      skipInheritedLayouts: true,
      skipAppWrapper: true,
    })
    .get("/alone", (ctx) => ctx.render(<p />));
  assert.match(
    (await send(app, "GET /alone")).body,
    /<body><b><p><\/p><\/b><\/body>/,
  );
});

Deno.test("App.route - the handler's data reach the component, with status and headers", async () => {
  const handler = define.handlers({
    GET: (ctx) =>
      page({ word: ctx.url.pathname }, {
        status: 201,
        headers: { "x-page": "1" },
      }),
    POST: () => new Response("posted"),
  });
  const component = (props: PageProps<unknown, State>) => (
    <p>{Object.values(props.data as Record<string, string>)}</p>
  );
  const app = new App<State>().route("/", { handler, component });
  const { status, headers, body } = await send(app, "GET /");
  assert.deepEqual([status, headers.get("x-page")], [201, "1"]);
  assert.match(body, /<p>\/<\/p>/);
  assert.equal((await send(app, "POST /")).body, "posted");
});

Deno.test("App.route - a component alone renders; its props are those of the context", async () => {
  const app = new App<State>()
    .use((ctx) => {
      ctx.state.user = "ann";
      return ctx.next();
    })
    .route("/u/:id", {
      component: (props: PageProps<unknown, State>) => (
        <p>
          {[props.state.user, props.params.id, props.url.search, props.route]
            .join(" ")}
        </p>
      ),
    });
  assert.match(
    (await send(app, "GET /u/7?q=1")).body,
    /<p>ann 7 \?q=1 \/u\/:id<\/p>/,
  );
});

Deno.test("App.route - an async component may answer by itself", async () => {
  const app = new App().route("/", {
    component: async (_props: PageProps) => {
      await Promise.resolve();
      return Response.json({ own: true }, { status: 203 });
    },
  });
  const { status, body } = await send(app, "GET /");
  assert.deepEqual([status, body], [203, '{"own":true}']);
});

Deno.test("App.onError - a component gets the error, its status and the wrapper", async () => {
  const app = new App()
    .appWrapper(({ Component }) => (
      <main>
        <Component />
      </main>
    ))
    .onError("*", {
      component: ({ error }: PageProps) => <i>{(error as Error).message}</i>,
    })
    .get("/gone", () => {
      throw new HttpError(410, "went");
    })
    .get("/broken", () => {
      throw new Error("broke");
    });
  const gone = await send(app, "GET /gone");
  assert.equal(gone.status, 410);
  assert.match(gone.body, /<main><i>went<\/i><\/main>/);
  const broken = await send(app, "GET /broken");
  assert.equal(broken.status, 500);
  assert.match(broken.body, /<main><i>broke<\/i><\/main>/);
});

Deno.test("Head - replaces title, key and meta of the same name, and adds the rest", async () => {
  const app = new App().appWrapper(Wrapper).get("/", (ctx) =>
    ctx.render(
      <p>
        <Head>
          <title>page {1}</title>
          <meta name="description" content="of the page" />
          <meta key="theme" name="theme-color" content="blue" />
          <link rel="canonical" href="https://example.org/?a=1&b=2" />
        </Head>
        <Head>
          <title>last</title>
        </Head>
        text
      </p>,
    ));
  const { body } = await send(app, "GET /");
  assert.equal(
    body,
    '<!DOCTYPE html><html><head><meta charset="utf-8"/><title>last</title>' +
      '<meta name="description" content="of the page"/>' +
      '<meta name="theme-color" content="blue" data-key="theme"/>' +
      '<link rel="canonical" href="https://example.org/?a=1&amp;b=2"/></head>' +
      "<body><p>text</p></body></html>",
  );
});

Deno.test("Head - of one request does not show in another", async () => {
  const app = new App().appWrapper(Wrapper)
    .get("/with", (ctx) =>
      ctx.render(
        <Head>
          <title>with</title>
        </Head>,
      ))
    .get("/without", (ctx) => ctx.render(<p />));
  const handler = app.handler();
  const titles = await Promise.all(
    ["/with", "/without", "/with"].map(async (path) => {
      const response = await handler(new Request(`http://site.test${path}`));
      return /<title>(.*?)<\/title>/.exec(await response.text())?.[1];
    }),
  );
  assert.deepEqual(titles, ["with", "app", "with"]);
});

Deno.test("Head - an element made once serves every request", async () => {
  const head = (
    <Head>
      <title>made once</title>
    </Head>
  );
  const app = new App().appWrapper(Wrapper)
    .get("/", (ctx) => ctx.render(<p>{head}</p>));
  for (let i = 0; i < 3; i++) {
    assert.match((await send(app, "GET /")).body, /<title>made once<\/title>/);
  }
});

Deno.test("Context.render - content in script and style keeps their nonce alike", async () => {
  const app = new App().get("/", (ctx) =>
    ctx.render(
      <div>
        <script src="/x.js"></script>
        <style>{"a{}"}</style>
      </div>,
    ));
  const { body } = await send(app, "GET /");
  const nonces = [...body.matchAll(/nonce="(\w+)"/g)].map(([, nonce]) => nonce);
  assert.equal(nonces.length, 2);
  assert.equal(nonces[0], nonces[1]);
  assert.match(nonces[0], /^[0-9a-f]{32}$/);
  assert.notEqual(
    nonces[0],
    /nonce="(\w+)"/.exec((await send(app, "GET /")).body)?.[1],
  );
});
