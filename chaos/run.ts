import { parseArgs } from 'node:util'
import { hasPassed, type ScenarioResult } from './scenario-result.ts'
import { scenarios } from './scenarios.ts'

const maxFaultsShown = 20

/** `npm run chaos`, or `npm run chaos -- mixed-load --seed 7 --short`. Returns whether every claim of every scenario held. */
async function run(): Promise<boolean> {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, short: { type: 'boolean', default: false } },
  })
  const unknown = names.filter((name) => !Object.hasOwn(scenarios, name))
  if (unknown.length > 0) {
    throw new Error(
      `There is no scenario called ${unknown.join(' or ')}. There are: ${Object.keys(scenarios).join(', ')}.`,
    )
  }
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  let allHeld = true
  for (const [name, runScenario] of Object.entries(scenarios)) {
    if (names.length > 0 && !names.includes(name)) continue
    const startedAt = performance.now()
    console.log(`${name}, seed ${seed}…`)
    const result = await runScenario({ size: values.short ? 'short' : 'long', seed })
    print(result)
    console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    allHeld &&= hasPassed(result)
  }
  return allHeld
}

function print({ claims, wrong }: ScenarioResult): void {
  for (const { what, found, holds } of claims) console.log(`  ${holds ? '✓' : '✗'} ${what}: ${found}`)
  for (const fault of wrong.slice(0, maxFaultsShown)) console.log(`    ${fault}`)
  if (wrong.length > maxFaultsShown) console.log(`    and ${wrong.length - maxFaultsShown} more`)
}

try {
  process.exit((await run()) ? 0 : 1)
} catch (error) {
  console.error(error)
  process.exit(1)
}
