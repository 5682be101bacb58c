import { asnOf } from "../../../../lib/http/query.ts";
import { rangesHandler } from "../country/[country].ts";

export const handler = rangesHandler((ctx) => ({ asn: asnOf(ctx) }));
