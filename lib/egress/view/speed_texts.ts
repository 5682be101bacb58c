import { type Catalogue, fill } from "../../i18n/language.ts";

const en = {
  title: "Speed to this server",
  intro:
    "Measures latency, download and upload between your browser and this server. It transfers up to 390 MB and takes about 20 seconds.",
  start: "Measure",
  again: "Measure again",
  stop: "Stop",
  idle: "Not measured yet.",
  /** What is being measured. */
  phases: {
    latency: "Measuring latency.",
    download: "Measuring download.",
    upload: "Measuring upload.",
  },
  results: {
    ping: "Latency",
    jitter: "Jitter",
    download: "Download",
    upload: "Upload",
    downloadLatency: "Latency while downloading",
    uploadLatency: "Latency while uploading",
  },
  /** Latency under load, its rise and the grade of that. */
  loaded: "{ms} (+{rise}): {grade}",
  /** Why there is no latency under load. */
  tooShort: "too short to tell",
  ms: "{value} ms",
  kbits: "{value} kbit/s",
  mbits: "{value} Mbit/s",
  done:
    "Finished. Latency {ping}, jitter {jitter}, download {download}, upload {upload}.",
  stopped: "Stopped.",
  failed: "The measurement failed: a transfer was refused or interrupted.",
  limited:
    "The server is busy or you've reached the rate limit. Try again in {seconds} s.",
};

/** The texts of the speed test, sent to the browser as data. */
export type SpeedTexts = typeof en;

const zh: SpeedTexts = {
  title: "到本服务器的速率",
  intro:
    "测量浏览器与本服务器之间的延迟、下载和上传速率。最多传输 390 MB，约需 20 秒。",
  start: "开始测速",
  again: "重新测速",
  stop: "停止",
  idle: "尚未测速。",
  phases: {
    latency: "正在测量延迟。",
    download: "正在测量下载速率。",
    upload: "正在测量上传速率。",
  },
  results: {
    ping: "延迟",
    jitter: "抖动",
    download: "下载",
    upload: "上传",
    downloadLatency: "下载时延迟",
    uploadLatency: "上传时延迟",
  },
  loaded: "{ms}（+{rise}）：{grade}",
  tooShort: "时间太短，无法判断",
  ms: "{value} ms",
  kbits: "{value} kbit/s",
  mbits: "{value} Mbit/s",
  done: "已完成。延迟 {ping}，抖动 {jitter}，下载 {download}，上传 {upload}。",
  stopped: "已停止。",
  failed: "测速失败：传输被拒绝或中断。",
  limited: "服务器繁忙，或请求过于频繁，请在 {seconds} 秒后重试。",
};

export const speedTexts: Catalogue<SpeedTexts> = { en, zh };

/** Three significant digits at most: `0.82`, `9.4`, `93.4`, `312`. */
function short(value: number): string {
  return value < 10
    ? `${Number(value.toFixed(2))}`
    : value < 100
    ? `${Number(value.toFixed(1))}`
    : `${Math.round(value)}`;
}

/** A duration: `12.3 ms`. */
export function msText(ms: number, { ms: text }: SpeedTexts): string {
  return fill(text, { value: short(ms) });
}

/** The highest rise of latency under load for each grade, in milliseconds. */
const GRADES = [[5, "A"], [30, "B"], [60, "C"], [200, "D"], [
  400,
  "E",
]] as const;

/** The grade of a rise of latency under load, in milliseconds. */
export function loadGrade(riseMs: number): string {
  return GRADES.find(([belowMs]) => riseMs < belowMs)?.[1] ?? "F";
}

/** Latency under load with its grade: `45 ms (+33 ms): C`. @param loadedMs null if unknown */
export function loadedText(
  loadedMs: number | null,
  idleMs: number,
  texts: SpeedTexts,
): string {
  if (loadedMs === null) return texts.tooShort;
  const riseMs = Math.max(0, loadedMs - idleMs);
  return fill(texts.loaded, {
    ms: msText(loadedMs, texts),
    rise: msText(riseMs, texts),
    grade: loadGrade(riseMs),
  });
}

/** A throughput in decimal units: `93.4 Mbit/s`, below one `820 kbit/s`. */
export function rateText(
  bitsPerSecond: number,
  { kbits, mbits }: SpeedTexts,
): string {
  return bitsPerSecond < 1e6
    ? fill(kbits, { value: short(bitsPerSecond / 1e3) })
    : fill(mbits, { value: short(bitsPerSecond / 1e6) });
}
