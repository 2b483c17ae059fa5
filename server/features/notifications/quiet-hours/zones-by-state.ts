/** `states` by their names and codes, letters and digits only, in capitals; `whole` is for an address without one. */
export type SplitCountry = { whole: readonly string[]; states: Readonly<Record<string, readonly string[]>> }

type Zoned = readonly [zones: string, ...states: string[]]

/** One line per zone, or per pair of zones where a state is split between them, the likelier first. */
export function splitCountry(whole: string, lines: readonly Zoned[]): SplitCountry {
  const entries = lines.flatMap(([zones, ...states]) => states.map((state) => [state, zones.split(' ')] as const))
  return { whole: whole.split(' '), states: Object.fromEntries(entries) }
}
