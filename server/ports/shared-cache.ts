/** A cache that all processes share, for values that are slow to get. Entries may disappear at any time. */
export type SharedCache = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, forMs: number): Promise<void>
  /** Whether the caller is the first within that time, and so the one that fetches the value for all. */
  claim(key: string, forMs: number): Promise<boolean>
}
