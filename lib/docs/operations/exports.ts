import * as z from "zod";
import type { ErrorCode } from "../error_codes.ts";
import {
  type Bodies,
  type EndpointDescription,
  inGroup,
} from "../operation.ts";
import { inPath, inQuery, target } from "../parameters.ts";

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

const edition = inPath("edition", "Porthole-Country");

/** What files have besides their whole contents. */
function fileParts(content: Bodies): Pick<EndpointDescription, "others"> {
  return {
    others: {
      206: { description: "The requested range of the file.", content },
      304: { description: "The client has this file." },
      416: { description: "The file is shorter than the requested range." },
    },
  };
}

const files: Bodies = {
  "application/vnd.maxmind.maxmind-db": ["File"],
  "application/gzip": ["File"],
  "application/zip": ["File"],
  "text/plain": ["Text"],
};
const archive: Bodies = { "application/gzip": ["File"] };
const errors: readonly ErrorCode[] = ["UNAUTHORIZED"];

/** What others can download. */
export const exported = [
  ...inGroup(
    "GeoIP",
    {
      id: "listExports",
      path: "/export",
      content: {
        "application/json": [{ name: "ExportList", schema: exportList }],
      },
      errors,
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
      id: "getExport",
      path: "/export/:file",
      parameters: [inPath("file", "Porthole-Country.mmdb")],
      content: files,
      ...fileParts(files),
      errors,
      needs: "export",
    },
  ),
  ...inGroup(
    "Compatible formats",
    {
      id: "listEditionsAsGeoip2",
      path: "/geoip/updates/metadata",
      parameters: [inQuery("edition_id", "Porthole-City")],
      content: {
        "application/json": [{ name: "EditionList", schema: editionList }],
      },
      errors,
      example: {
        value: {
          databases: [
            { edition_id: "Porthole-City", md5: MD5, date: "2026-11-24" },
          ],
        },
      },
      needs: "export",
    },
    {
      id: "downloadEditionAsGeoip2",
      path: "/geoip/databases/:path*",
      template: "/geoip/databases/{edition}/download",
      parameters: [
        edition,
        inQuery("date", "20261124"),
        inQuery("suffix", "tar.gz", { schema: z.literal("tar.gz") }),
      ],
      content: archive,
      ...fileParts(archive),
      errors,
      needs: "export",
    },
    {
      id: "updateEditionAsGeoip2",
      path: "/geoip/databases/:path*",
      template: "/geoip/databases/{edition}/update",
      parameters: [edition, inQuery("db_md5", MD5)],
      content: archive,
      ...fileParts(archive),
      errors,
      needs: "export",
    },
  ),
];

const mcpMessage = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.int()]).optional().describe(
    "Without it, the message is a notification.",
  ),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** Pictures and messages about addresses, for other programs. */
export const programs = inGroup(
  "GeoIP",
  {
    id: "getPreview",
    path: "/preview/:target*",
    parameters: [target],
    content: { "image/png": ["File"] },
    others: {
      303: { description: "There is no picture; the site's is at Location." },
    },
  },
  {
    id: "sendMcpMessage",
    path: "/mcp",
    request: {
      schema: mcpMessage,
      example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    },
    content: { "application/json": ["McpResponse"] },
    others: {
      202: { description: "A notification; it has no response." },
      400: {
        description: "The body is not a message of a supported version.",
        content: { "application/json": ["McpResponse"] },
      },
    },
    otherErrors: { 404: "McpResponse" },
    errors: ["UNAUTHORIZED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
    needs: "mcp",
  },
);
