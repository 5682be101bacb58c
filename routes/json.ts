import { define } from "../define.ts";
import { handler as v1 } from "./api/v1/index.ts";

/** The client's V1 record, under the path that echoip uses. */
export const handler = define.handlers(v1);
