import { parseArgs } from 'node:util'
import { startTestPostgres } from '#server/testing/postgres.ts'
import { mutate } from './mutate.ts'
import { parts, type Part } from './parts.ts'
import { countIn, undetectedIn } from './report.ts'

/** `npm run mutate`, or `npm run mutate -- pricing stock`. Returns whether every part reached its floor. */
async function run(): Promise<boolean> {
  const { positionals: names } = parseArgs({ allowPositionals: true })
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    throw new Error(`There is no part called ${unknown.join(' or ')}. There are: ${Object.keys(parts).join(', ')}.`)
  }
  const postgres = await startTestPostgres()
  try {
    let allReached = true
    for (const [name, part] of Object.entries(parts)) {
      if (names.length === 0 || names.includes(name))
        allReached = (await measure(name, part, postgres.adminUrl)) && allReached
    }
    return allReached
  } finally {
    await postgres.stop()
  }
}

async function measure(name: string, part: Part, databaseUrl: string): Promise<boolean> {
  console.log(`${name}…`)
  const startedAt = performance.now()
  const report = await mutate(name, part, databaseUrl)
  const { detected, all, score } = countIn(report)
  for (const line of undetectedIn(report)) console.log(`    ${line}`)
  const reached = score >= part.floor
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(
    `  ${reached ? '✓' : '✗'} ${score.toFixed(1)} % detected: ${detected} of ${all}; floor ${part.floor} %; ${seconds} s`,
  )
  return reached
}

try {
  process.exit((await run()) ? 0 : 1)
} catch (error) {
  console.error(error)
  process.exit(1)
}
