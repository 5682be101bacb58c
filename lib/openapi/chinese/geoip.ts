import type { geoip as described } from "../operations/geoip.ts";
import type { OperationTexts } from "./operation_texts.ts";
import { callback, family, target } from "./parameters.ts";

export const geoip: OperationTexts<typeof described[number]> = {
  getGeoip: {
    summary: "某个地址或域名的 GeoIP 对象",
    description: [
      "域名取其首个地址。目标格式正确但无从描述时（保留地址、没有地址的域名 NOT_FOUND，或 DNS 服务器出错的域名 SERVICE_UNAVAILABLE），状态码仍为 200，meta.ok 为 false，原因见 meta.error。域名的响应可缓存至其记录的 TTL 到期，最长一小时。",
      "代理、VPN 或 Tor 出口节点的 flags.proxy 均为 true；V2 将三者分开列出。",
    ],
    parameters: { target, family, callback },
  },
  getOwnGeoip: {
    summary: "请求方的 GeoIP 对象",
    parameters: { callback },
  },
  getGeoipShort: {
    summary: "GeoIP 接口的简短形式",
    description: ["只适用于含点或冒号的目标；其余路径是网页或 404。"],
    parameters: { target, family, callback },
  },
};
