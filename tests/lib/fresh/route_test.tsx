import assert from "node:assert/strict";
import { App, createDefine, HttpError, page, type PageProps } from "fresh";
import { send } from "./request.ts";

interface State {
  user?: string;
}

const define = createDefine<State>();

Deno.test("App.route - passes the handler's data to the component, with status and headers", async () => {
  const own = { "x-page": "1" };
  const handler = define.handlers({
    GET: (ctx) =>
      page({ word: ctx.url.pathname }, { status: 201, headers: own }),
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

Deno.test("App.route - renders a component without a handler, with the context as props", async () => {
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
  const { body } = await send(app, "GET /u/7?q=1");
  assert.match(body, /<p>ann 7 \?q=1 \/u\/:id<\/p>/);
});

Deno.test("App.route - a page needs no handler for GET, and without a page there must be one", async () => {
  const handler = { POST: () => new Response("posted") };
  const app = new App()
    .route("/page", { handler, component: () => <p>page</p> })
    .route("/bare", { handler });
  const answers = [];
  for (const method of ["GET", "HEAD", "POST", "PUT"]) {
    for (const path of ["/page", "/bare"]) {
      answers.push((await send(app, `${method} ${path}`)).status);
    }
  }
  assert.deepEqual(answers, [200, 404, 200, 404, 200, 200, 404, 404]);
  assert.match((await send(app, "GET /page")).body, /<p>page<\/p>/);
});

Deno.test("App.route - lets an async component return a response", async () => {
  const app = new App().route("/", {
    component: async (_props: PageProps) => {
      await Promise.resolve();
      return Response.json({ own: true }, { status: 203 });
    },
  });
  const { status, body } = await send(app, "GET /");
  assert.deepEqual([status, body], [203, '{"own":true}']);
});

Deno.test("App.onError - passes the error and its status to a component", async () => {
  const app = new App()
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
  assert.match(gone.body, /<body><i>went<\/i><\/body>/);
  const broken = await send(app, "GET /broken");
  assert.equal(broken.status, 500);
  assert.match(broken.body, /<body><i>broke<\/i><\/body>/);
});
