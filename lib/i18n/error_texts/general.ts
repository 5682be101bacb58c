import type { ErrorTexts } from "./translation.ts";

/** What any page can say. */
export const generalErrors: ErrorTexts = {
  sentences: {
    "There is nothing at this address.": "这个地址没有任何内容。",
    "Something went wrong on our side.": "服务器内部出错了。",
    "The request is malformed.": "请求格式有误。",
    "The address is malformed.": "地址格式有误。",
    "What was sent is too large.": "发送的内容过大。",
    "Please sign in.": "请先登录。",
    "Please fill this in.": "请填写此项。",
    "This holds characters that cannot be seen.": "其中含有不可见字符。",
    "This was sent more than once.": "同一项提交了多次。",
    "This takes what a form sends, and nothing else.": "这里只接受表单提交。",
    "This method is not allowed here.": "这里不支持该请求方法。",
    "There is nothing of this name to do.": "没有这个操作。",
    "There is no such language and no such theme.": "没有这种语言或配色。",
    "This cannot be done just now; please try again in a few seconds.":
      "暂时无法完成，请过几秒再试。",
    "Too many names are being looked up. Please try again in a moment.":
      "同时查询的域名过多，请稍后再试。",
    "The name could not be resolved in time.": "域名解析超时。",
    "The name could not be resolved.": "域名无法解析。",
    "The name has no address.": "该域名没有对应的地址。",
    "This was sent from a page that is not ours, and was not done. Please open the page here and send it again.":
      "请求来自其他网站的页面，未予执行。请在本站打开页面后重新提交。",
    "This address is banned.": "该地址已被封禁。",
  },
  patterns: [
    [
      /^Please slow down: the limit here is (\d+) requests? in (\d+) seconds?; try again in (\d+) seconds?\.$/,
      "请求过于频繁：此处每 $2 秒限 $1 次，请在 $3 秒后重试。",
    ],
    [
      /^This is too long: at most (\d+) characters\.$/,
      "内容过长：最多 $1 个字符。",
    ],
    [
      /^The (?:form|request) is too large: at most (\d+) bytes\.$/,
      "发送的内容过大：最多 $1 字节。",
    ],
    [
      /^The (?:form|request) did not arrive as a whole\. Please send it again\.$/,
      "内容未完整送达，请重新发送。",
    ],
    [/^Only (.+) are answered here\.$/, "这里只支持 $1。"],
    [
      /^This address is banned until (\S+) for exceeding its limits too often\.$/,
      "该地址多次超出访问限制，封禁至 $1。",
    ],
    [
      /^This address is banned until (\S+)\.$/,
      "该地址已被封禁，截止时间为 $1。",
    ],
  ],
};

/** None: what the egress page asks for answers in JSON, and the page says in its own words what came of it. */
export const egressErrors: ErrorTexts = {
  sentences: {},
  patterns: [],
};
