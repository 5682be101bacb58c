import { define } from "../define.ts";
import { handler as v1 } from "./api/v1/index.ts";

/** The V1 record of the caller, under the path that echoip has for its own. */
export const handler = define.handlers(v1);
