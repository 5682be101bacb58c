import { page } from "fresh";
import { Head } from "fresh/runtime";
import { ErrorNotice } from "../components/ErrorNotice.tsx";
import { define } from "../define.ts";
import { pageHeaders } from "../lib/http/answers.ts";
import { asAppError } from "../lib/http/errors.ts";

export const handler = define.handlers((ctx) => {
  const { status, message, headers } = asAppError(ctx.error);
  return page({ status, message }, {
    status,
    headers: { ...pageHeaders, ...headers },
  });
});

export default define.page<typeof handler>(({ data }) => (
  <>
    <Head>
      <title>{`${data.status} – Porthole`}</title>
    </Head>
    <ErrorNotice {...data} />
  </>
));
