/**
 * Settings of glibc's allocator (mallopt(3)). Left alone, it takes ever larger buffers
 * from its heap, where one that is in use keeps all memory below it: three rounds of the
 * attacks in `tests/attack/` left a heap of 182 instead of 107 MB (quiet, 2026-11-28;
 * first visits took as long as before).
 */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "262144",
  MALLOC_TRIM_THRESHOLD_: "8388608",
};
