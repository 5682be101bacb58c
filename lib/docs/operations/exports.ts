import * as z from "zod";
import type { EndpointDescription } from "../operation.ts";
import { inQuery } from "../parameters.ts";

const md5 = z.string().regex(/^[0-9a-f]{32}$/);

const exportList = z.strictObject({
  made_at: z.iso.datetime(),
  files: z.array(z.strictObject({
    name: z.string(),
    path: z.string().describe("Where this site has the file."),
    type: z.string().describe("The media type."),
    bytes: z.int(),
    md5,
  })),
});

const editionList = z.strictObject({
  databases: z.array(z.strictObject({
    edition_id: z.string(),
    md5: md5.describe("Of the unpacked database."),
    date: z.iso.date(),
  })),
});

const MD5 = "0cc175b9c0f1b6a831c399e269772661";

/** What others can download. The files themselves are no responses of an API. */
export const exported: readonly EndpointDescription[] = [
  {
    id: "listExports",
    path: "/export",
    group: "GeoIP",
    content: {
      "application/json": [{ name: "ExportList", schema: exportList }],
    },
    errors: ["UNAUTHORIZED", "NOT_FOUND"],
    example: {
      value: {
        made_at: "2026-11-24T04:30:00.000Z",
        files: [{
          name: "Porthole-City.mmdb",
          path: "/export/Porthole-City.mmdb",
          type: "application/octet-stream",
          bytes: 31_457_280,
          md5: MD5,
        }],
      },
    },
    needs: "export",
  },
  {
    id: "listEditionsAsGeoip2",
    path: "/geoip/updates/metadata",
    group: "Compatible formats",
    parameters: [inQuery("edition_id", "Porthole-City")],
    content: {
      "application/json": [{ name: "EditionList", schema: editionList }],
    },
    errors: ["UNAUTHORIZED", "NOT_FOUND"],
    example: {
      value: {
        databases: [
          { edition_id: "Porthole-City", md5: MD5, date: "2026-11-24" },
        ],
      },
    },
    needs: "export",
  },
];
