/** Where processes leave for each other what takes a while to get. Anything on it may be gone at any time. */
export type SharedCache = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, forMs: number): Promise<void>
  /** Whether the caller is the first to ask within that time: the one who gets it for all. */
  claim(key: string, forMs: number): Promise<boolean>
}
