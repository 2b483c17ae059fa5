/** `short` is what `npm test` plays, `long` what `npm run chaos` does. */
export type Size = 'short' | 'long'

export type ScenarioOptions = { size: Size; seed: number }

/** Something that must hold, and what was found. */
export type Claim = { what: string; found: string; holds: boolean }

/** What a play has shown. `wrong` names each thing that should not be so. */
export type ScenarioResult = { claims: readonly Claim[]; wrong: readonly string[] }

export type Scenario = (told: ScenarioOptions) => Promise<ScenarioResult>

export const atMost = (what: string, found: number, most: number, unit = ''): Claim => ({
  what,
  found: `${inFigures(found)}${unit} (at most ${most}${unit})`,
  holds: found <= most,
})

export const atLeast = (what: string, found: number, least: number, unit = ''): Claim => ({
  what,
  found: `${inFigures(found)}${unit} (at least ${least}${unit})`,
  holds: found >= least,
})

export const exactly = (what: string, found: number, wanted: number): Claim => ({
  what,
  found: `${found} (exactly ${wanted})`,
  holds: found === wanted,
})

export const none = (what: string, wrong: readonly string[]): Claim => exactly(what, wrong.length, 0)

/** What a test shows where something did not hold. */
export const failuresOf = ({ claims, wrong }: ScenarioResult): string[] => [
  ...claims.filter(({ holds }) => !holds).map(({ what, found }) => `${what}: ${found}`),
  ...wrong,
]

export const hasPassed = ({ claims, wrong }: ScenarioResult): boolean =>
  wrong.length === 0 && claims.every(({ holds }) => holds)

const inFigures = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(2))
