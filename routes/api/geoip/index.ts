import { byMethod } from "../../../define.ts";
import { missingTarget } from "../../../lib/http/query.ts";

export const handler = byMethod({ GET: missingTarget });
