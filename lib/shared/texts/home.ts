import type { Catalogue } from "../language.ts";

const en = {
  caption: (isPublic: boolean, family: 4 | 6) =>
    isPublic
      ? `Your public IPv${family} address`
      : `Your IPv${family} address, as this server sees it`,
  moreDetails: "More details",
  advanced: "Advanced",
  forMembers: "For members",
  signIn: "Sign in",
  or: " or ",
  noAccount: "No account yet?",
  makeAccount: "Make one",
  email: "E-mail",
  password: "Password",
  notSignedIn: "The server did not answer. Please try again.",
  fromScript: "From a script",
  asText: "Your address as text",
  asJson: "Your address as JSON",
  whereIs: "Where an address is",
  v1Record: "The V1 record",
  inner:
    "You reach this server from inside its own network, or through a proxy it was not told to trust. From outside it shows your public address. It can describe any other one now: ",
  end: ".",
};

const zh: typeof en = {
  caption: (isPublic, family) =>
    isPublic
      ? `你的公网 IPv${family} 地址`
      : `本服务器看到的 IPv${family} 地址`,
  moreDetails: "更多信息",
  advanced: "高级信息",
  forMembers: "会员可见",
  signIn: "登录",
  or: " 或 ",
  noAccount: "还没有账号？",
  makeAccount: "注册一个",
  email: "邮箱",
  password: "密码",
  notSignedIn: "服务器没有响应，请重试。",
  fromScript: "在脚本中使用",
  asText: "纯文本地址",
  asJson: "JSON 地址",
  whereIs: "查询某个地址的位置",
  v1Record: "V1 记录",
  inner:
    "你从本服务器的内网访问，或经过了未被信任的代理。从外部访问时会显示公网地址。现在可以查询其他地址：",
  end: "。",
};

export const homeTexts: Catalogue<typeof en> = { en, zh };
