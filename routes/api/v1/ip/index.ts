import { define } from "../../../../define.ts";
import { methods } from "../../../../lib/http/methods.ts";
import { missingTarget } from "../../../../lib/http/query.ts";

export const handler = define.handlers(methods({ GET: missingTarget }));
