import { missingTarget } from "../../../../lib/http/query.ts";
import { meteredHandler } from "../index.ts";

export const handler = meteredHandler(missingTarget);
