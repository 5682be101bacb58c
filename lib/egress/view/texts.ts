import type { EgressReport } from "./report.ts";
import type { Catalogue, Language } from "../../i18n/language.ts";
import { egressReadinessTexts } from "./readiness_texts.ts";
import { egressRowTexts } from "./row_texts.ts";
import { egressVerdictTexts } from "./verdict/texts.ts";

const en = {
  language: "en" as Language,
  /** How texts are combined. */
  phrases: {
    /** Between sentences. */
    space: " ",
    /** Between items side by side. */
    comma: ", ",
    listComma: ", ",
    listEnd: " and ",
    place: "{town}, {country}",
    address: "{ip} ({known})",
    /** A dot of the map, and its place. */
    spot: "{label}: {place}",
  },
  run: {
    start: "Start",
    again: "Start again",
    stop: "Stop",
    ended: "Completed probes",
    running: "Running tests.",
    stopped: "Stopped.",
    finished: "Finished.",
    /** After the headline. */
    limited: "You've reached the rate limit. Start again in {seconds} s.",
  },
  titles: {
    exits: "Exit addresses and resolvers",
    sites: "Sites",
    candidates: "WebRTC candidates",
    readiness: "IPv6 readiness",
  },
  map: {
    name: "Map of your addresses",
    site: "Site",
    empty: "No address located yet.",
  },
  copy: {
    text: "Copy as text",
    json: "Copy as JSON",
    done: "Copied.",
    byHand: "Press Ctrl+C or ⌘C to copy the selected text.",
    area: "Results to copy",
  },
  /** The report as text. */
  report: {
    title: "Leak test report, {time}",
    notStarted: "not started",
    detailed: "{label} ({detail})",
    line: "- {label}: {facts}",
    readiness: "IPv6 readiness: {score}",
    score: "{score} of 10",
    notScored: "not scored",
    /** After the score. */
    preferred: "; the browser prefers IPv{family}",
    test: "- {label}: {verdict}. {sentence}",
    words: { good: "good", slow: "slow", bad: "bad", untested: "untested" },
    part: "- {name}: {state}. {reason}",
  },
  rows: egressRowTexts.en,
  verdicts: egressVerdictTexts.en,
  readiness: egressReadinessTexts.en,
};

/**
 * The texts of the egress page's islands, sent to the browser as data with
 * slots for `fill`.
 */
export type EgressTexts = typeof en;

const zh: EgressTexts = {
  language: "zh",
  phrases: {
    space: "",
    comma: "，",
    listComma: "、",
    listEnd: "、",
    place: "{country} {town}",
    address: "{ip}（{known}）",
    spot: "{label}：{place}",
  },
  run: {
    start: "开始",
    again: "重新开始",
    stop: "停止",
    ended: "已结束的探测",
    running: "正在检测。",
    stopped: "已停止。",
    finished: "已完成。",
    limited: "请求过于频繁，请在 {seconds} 秒后重新开始。",
  },
  titles: {
    exits: "出口地址与解析器",
    sites: "站点",
    candidates: "WebRTC 候选",
    readiness: "IPv6 就绪度",
  },
  map: {
    name: "你的地址在地图上的位置",
    site: "站点",
    empty: "尚未定位到地址。",
  },
  copy: {
    text: "复制为文本",
    json: "复制为 JSON",
    done: "已复制。",
    byHand: "请按 Ctrl+C 或 ⌘C 复制选中的文本。",
    area: "待复制的结果",
  },
  report: {
    title: "泄漏检测报告，{time}",
    notStarted: "未开始",
    detailed: "{label}（{detail}）",
    line: "- {label}：{facts}",
    readiness: "IPv6 就绪度：{score}",
    score: "{score} / 10 分",
    notScored: "未评分",
    preferred: "；浏览器优先使用 IPv{family}",
    test: "- {label}：{verdict}。{sentence}",
    words: { good: "正常", slow: "缓慢", bad: "失败", untested: "未测试" },
    part: "- {name}：{state}。{reason}",
  },
  rows: egressRowTexts.zh,
  verdicts: egressVerdictTexts.zh,
  readiness: egressReadinessTexts.zh,
};

export const egressTexts: Catalogue<EgressTexts> = { en, zh };

/** The report and its texts, for each part of the page. */
export interface ReportProps {
  report: EgressReport;
  texts: EgressTexts;
}
