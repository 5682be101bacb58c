/** Chinese translations of RDAP terms, by the English term in lower case. */
type Words = ReadonlyMap<string, string>;

/** Roles of RFC 9083 section 10.2.4. */
export const ROLES: Words = new Map([
  ["abuse", "滥用投诉联系人"],
  ["administrative", "管理联系人"],
  ["billing", "账务联系人"],
  ["noc", "网络运维中心"],
  ["notifications", "通知联系人"],
  ["proxy", "代持方"],
  ["registrant", "注册人"],
  ["registrar", "注册商"],
  ["reseller", "代理商"],
  ["sponsor", "担保方"],
  ["technical", "技术联系人"],
]);

/**
 * Event actions of RFC 9083 section 10.2.3 and of IANA's registry of RDAP JSON
 * values.
 */
export const EVENTS: Words = new Map([
  ["deletion", "删除"],
  ["enum validation expiration", "ENUM 验证到期"],
  ["expiration", "到期"],
  ["last changed", "最近变更"],
  ["last update of rdap database", "RDAP 数据更新"],
  ["locked", "锁定"],
  ["registrar expiration", "注册商处到期"],
  ["registration", "注册"],
  ["reinstantiation", "恢复"],
  ["reregistration", "重新注册"],
  ["transfer", "转移"],
  ["unlocked", "解除锁定"],
]);

/**
 * Statuses of RFC 9083 section 10.2.2, of RFC 8056 section 2 and of IANA's
 * registry of RDAP JSON values. `ok` is EPP's term for `active`.
 */
export const STATUSES: Words = new Map([
  ["active", "正常"],
  ["add period", "注册宽限期"],
  ["administrative", "行政用途"],
  ["associated", "已关联"],
  ["auto renew period", "自动续费宽限期"],
  ["client delete prohibited", "注册商禁止删除"],
  ["client hold", "注册商暂停解析"],
  ["client renew prohibited", "注册商禁止续费"],
  ["client transfer prohibited", "注册商禁止转移"],
  ["client update prohibited", "注册商禁止更新"],
  ["delete prohibited", "禁止删除"],
  ["inactive", "未启用"],
  ["locked", "已锁定"],
  ["obscured", "部分信息已隐去"],
  ["ok", "正常"],
  ["pending create", "等待创建"],
  ["pending delete", "等待删除"],
  ["pending renew", "等待续费"],
  ["pending restore", "等待恢复"],
  ["pending transfer", "等待转移"],
  ["pending update", "等待更新"],
  ["private", "不公开"],
  ["proxy", "代持"],
  ["redemption period", "赎回期"],
  ["removed", "部分信息已移除"],
  ["renew period", "续费宽限期"],
  ["renew prohibited", "禁止续费"],
  ["reserved", "保留"],
  ["server delete prohibited", "注册局禁止删除"],
  ["server hold", "注册局暂停解析"],
  ["server renew prohibited", "注册局禁止续费"],
  ["server transfer prohibited", "注册局禁止转移"],
  ["server update prohibited", "注册局禁止更新"],
  ["transfer period", "转移宽限期"],
  ["transfer prohibited", "禁止转移"],
  ["update prohibited", "禁止更新"],
  ["validated", "已验证"],
]);

/** Object classes of RFC 9083 section 5. */
export const OBJECT_TYPES: Words = new Map([
  ["autnum", "自治系统"],
  ["domain", "域名"],
  ["entity", "实体"],
  ["ip network", "IP 网段"],
  ["nameserver", "域名服务器"],
]);

/** Link relations in IANA's registry (RFC 8288) that registries use. */
export const RELATIONS: Words = new Map([
  ["about", "关于"],
  ["alternate", "其他格式"],
  ["copyright", "版权"],
  ["describedby", "说明"],
  ["help", "帮助"],
  ["privacy-policy", "隐私政策"],
  ["registrar", "注册商"],
  ["related", "相关记录"],
  ["self", "本记录"],
  ["terms-of-service", "服务条款"],
  ["up", "上级记录"],
]);
