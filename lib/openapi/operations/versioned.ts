import type { Bodies, ErrorForm, Operation } from "../operation.ts";
import { callback, domain, family, ip } from "../parameters.ts";

const errorForm: ErrorForm = "ApiError";
const v1Answers: Bodies = { "application/json": ["V1Record"] };
const v1VisitorAnswers: Bodies = {
  ...v1Answers,
  "application/javascript": ["Script"],
};
const v2Answers: Bodies = { "application/json": ["V2Record"] };

const nulls =
  "Every key is there; what is not known is null. A reserved address is no error: all of geo is null.";

export const v1 = [
  {
    id: "getOwnV1",
    path: "/api/v1",
    group: "V1",
    summary: "The V1 record of the caller",
    description: [
      nulls,
      "risk.is_proxy is true for a proxy, a VPN or a Tor exit. V2 tells them apart.",
    ],
    parameters: [callback],
    answers: v1VisitorAnswers,
    errorForm,
    errors: ["INVALID_CALLBACK"],
    buckets: [],
  },
  {
    id: "getV1OfIp",
    path: "/api/v1/ip/{ip}",
    group: "V1",
    summary: "The V1 record of an address",
    parameters: [ip],
    answers: v1Answers,
    errorForm,
    errors: ["INVALID_TARGET", "INVALID_IPV4", "INVALID_IPV6"],
    buckets: [],
  },
  {
    id: "getV1OfDomain",
    path: "/api/v1/domain/{domain}",
    group: "V1",
    summary: "The V1 record of the address of a name",
    parameters: [domain, family],
    answers: v1Answers,
    errorForm,
    errors: [
      "INVALID_TARGET",
      "INVALID_DOMAIN",
      "INVALID_INPUT",
      "NOT_FOUND",
      "SERVICE_UNAVAILABLE",
    ],
    buckets: [],
  },
  {
    id: "getOwnV1AsJson",
    path: "/json",
    group: "V1",
    summary: "The V1 record of the caller, where echoip has its own",
    parameters: [callback],
    answers: v1VisitorAnswers,
    errorForm,
    errors: ["INVALID_CALLBACK"],
    buckets: [],
  },
] as const satisfies readonly Operation[];

export const v2 = [
  {
    id: "getOwnV2",
    path: "/api/v2",
    group: "V2",
    summary: "The V2 record of the caller",
    description: [
      nulls,
      "An answer takes one unit of the token's monthly quota. A request that is refused, and one that this server fails to answer, costs nothing.",
    ],
    answers: v2Answers,
    errorForm,
    errors: ["UNAUTHORIZED", "SERVICE_UNAVAILABLE"],
    buckets: [],
    isMetered: true,
  },
  {
    id: "getV2OfIp",
    path: "/api/v2/ip/{ip}",
    group: "V2",
    summary: "The V2 record of an address",
    parameters: [ip],
    answers: v2Answers,
    errorForm,
    errors: [
      "INVALID_TARGET",
      "INVALID_IPV4",
      "INVALID_IPV6",
      "UNAUTHORIZED",
      "SERVICE_UNAVAILABLE",
    ],
    buckets: [],
    isMetered: true,
  },
  {
    id: "getV2OfDomain",
    path: "/api/v2/domain/{domain}",
    group: "V2",
    summary: "The V2 record of the address of a name",
    parameters: [domain, family],
    answers: v2Answers,
    errorForm,
    errors: [
      "INVALID_TARGET",
      "INVALID_DOMAIN",
      "INVALID_INPUT",
      "UNAUTHORIZED",
      "NOT_FOUND",
      "SERVICE_UNAVAILABLE",
    ],
    buckets: [],
    isMetered: true,
  },
] as const satisfies readonly Operation[];
