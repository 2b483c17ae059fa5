/** `states` by name and code (letters and digits only, upper case); `whole` is for addresses without a state. */
export type SplitCountry = { whole: readonly string[]; states: Readonly<Record<string, readonly string[]>> }

type Zoned = readonly [zones: string, ...states: string[]]

/** One line per zone, or per pair of zones (most likely first) for states that are split. */
export function splitCountry(whole: string, lines: readonly Zoned[]): SplitCountry {
  const entries = lines.flatMap(([zones, ...states]) => states.map((state) => [state, zones.split(' ')] as const))
  return { whole: whole.split(' '), states: Object.fromEntries(entries) }
}
