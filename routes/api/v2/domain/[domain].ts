import { domainOf } from "../../../../lib/http/query.ts";
import { meteredHandler } from "../index.ts";

export const handler = meteredHandler(domainOf);
