const units = ["bytes", "KB", "MB", "GB", "TB"];

/** A number of bytes for people, in decimal units: "17 bytes", "1.2 MB". */
export function byteText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // 999.95 and above would be printed as 1000.0 of the smaller unit.
  while (size >= (unit === 0 ? 1000 : 999.95) && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** A whole number with commas: "1,200". */
export function countText(count: number): string {
  return count.toLocaleString("en-US");
}
