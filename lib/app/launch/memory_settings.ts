/** How the server's memory is given back, as variables of its environment. */
export const MEMORY_SETTINGS: Record<string, string> = {
  // glibc's allocator (mallopt(3)). Left alone, it takes ever larger buffers from its
  // heap, where one that is in use keeps all memory below it: three rounds of the
  // attacks in `tests/attack/` left a heap of 182 instead of 107 MB (quiet, 2026-11-28;
  // first visits took as long as before).
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "262144",
  MALLOC_TRIM_THRESHOLD_: "8388608",
  // V8 collects all garbage of a server that has rested for so many milliseconds, 8,000
  // by default. That takes shapes of objects with it, and so optimized code (traced). In
  // three of four runs with rests of 12 to 20 seconds, first lookups took a fifth less
  // processor time without that collection; in the bench, whose rows rest for a minute,
  // 40 seconds gain nothing that shows (2026-11-28).
  DENO_V8_FLAGS: "--memory-reducer-delay-ms=40000",
};

/** Those for a version of V8, which does not start with a flag that it does not know. */
export function memorySettingsFor(v8: string): Record<string, string> {
  const { DENO_V8_FLAGS: _, ...settings } = MEMORY_SETTINGS;
  return v8.startsWith("15.") ? MEMORY_SETTINGS : settings;
}
