/** By code units, as moments in ISO 8601 want it; the same everywhere, whatever the machine's language. */
export const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
