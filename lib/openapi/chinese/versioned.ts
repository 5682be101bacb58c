import type {
  v1 as describedV1,
  v2 as describedV2,
} from "../operations/versioned.ts";
import type { OperationTexts } from "./operation_texts.ts";
import { callback, domain, family, ip } from "./parameters.ts";

const nulls =
  "所有字段始终存在，未知的值为 null。保留地址不算错误，此时 geo 全部为 null。";

export const v1: OperationTexts<typeof describedV1[number]> = {
  getOwnV1: {
    summary: "请求方的 V1 记录",
    description: [
      nulls,
      "代理、VPN 或 Tor 出口节点的 risk.is_proxy 均为 true；V2 将三者分开列出。",
    ],
    parameters: { callback },
  },
  getV1OfIp: {
    summary: "某个地址的 V1 记录",
    parameters: { ip },
  },
  getV1OfDomain: {
    summary: "某个域名所指地址的 V1 记录",
    parameters: { domain, family },
  },
  getOwnV1AsJson: {
    summary: "请求方的 V1 记录，路径与 echoip 相同",
    parameters: { callback },
  },
};

export const v2: OperationTexts<typeof describedV2[number]> = {
  getOwnV2: {
    summary: "请求方的 V2 记录",
    description: [
      nulls,
      "每次响应消耗令牌月配额中的一次。被拒绝的请求，以及因本服务器故障未能响应的请求，不计入配额。",
    ],
  },
  getV2OfIp: {
    summary: "某个地址的 V2 记录",
    parameters: { ip },
  },
  getV2OfDomain: {
    summary: "某个域名所指地址的 V2 记录",
    parameters: { domain, family },
  },
};
