const LETTERS: Readonly<Record<string, string>> = {
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  ħ: "h",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ə: "a",
  ǝ: "a",
};

/** Normalizes the name of a place for comparison: lower case, without diacritics, punctuation and text in brackets. */
export function normalizeName(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[ıłøđħðþæœßəǝ]/g, (letter) => LETTERS[letter])
    .replace(/\([^)]*\)|\[[^\]]*\]/g, " ")
    .replace(/['’‘ʻʼʿ`´]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
