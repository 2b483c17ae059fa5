/** `npm test` runs scenarios `short`, `npm run chaos` runs them `long`. */
export type Size = 'short' | 'long'

export type ScenarioOptions = { size: Size; seed: number }

/** A condition that must hold, with the measured value as text. */
export type Claim = { what: string; found: string; holds: boolean }

/** The result of a scenario. `wrong` has one line for each violation, for whoever looks for its cause. */
export type ScenarioResult = { claims: readonly Claim[]; wrong: readonly string[] }

export type Scenario = (options: ScenarioOptions) => Promise<ScenarioResult>

export const atMost = (what: string, found: number, limit: number, unit = ''): Claim => ({
  what,
  found: `${formatNumber(found)}${unit} (at most ${limit}${unit})`,
  holds: found <= limit,
})

export const atLeast = (what: string, found: number, limit: number, unit = ''): Claim => ({
  what,
  found: `${formatNumber(found)}${unit} (at least ${limit}${unit})`,
  holds: found >= limit,
})

export const exactly = (what: string, found: number, expected: number): Claim => ({
  what,
  found: `${found} (exactly ${expected})`,
  holds: found === expected,
})

export const none = (what: string, wrong: readonly string[]): Claim => exactly(what, wrong.length, 0)

/** Failed claims and violations, as a test prints them. */
export const failuresOf = ({ claims, wrong }: ScenarioResult): string[] => [
  ...claims.filter(({ holds }) => !holds).map(({ what, found }) => `${what}: ${found}`),
  ...wrong,
]

export const hasPassed = ({ claims, wrong }: ScenarioResult): boolean =>
  wrong.length === 0 && claims.every(({ holds }) => holds)

const formatNumber = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
