import { withClient } from '#server/testing/postgres.ts'
import type { Web } from '../hostile/open-web.ts'
import { atLeast, none, type ScenarioResult, type ScenarioOptions } from '../outcome.ts'
import { companyColumns } from './digest.ts'
import { eraseAll } from './eraser.ts'
import { actAsTwin, type Twin } from './twin.ts'

const steps = { short: 25, long: 300 } as const

/** One company does something alone; then two others do the same at the same time. Each must find it as the first did. */
export async function runTwinCompanies(web: Web, { size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const alone = await actAsTwin(web, seed, steps[size])
  const twins = await Promise.all([1, 2].map(() => actAsTwin(web, seed, steps[size])))
  const noticed = twins.flatMap((twin) => differencesIn(alone.answers, twin.answers, 'answer'))
  const rowsAlone = await rowsOf(web.ownerUrl, alone)
  const differing: string[] = []
  for (const twin of twins) differing.push(...differencesIn(rowsAlone, await rowsOf(web.ownerUrl, twin), 'row'))
  return {
    claims: [
      atLeast('answers to each twin', alone.answers.length, steps[size]),
      atLeast('rows of each twin', rowsAlone.length, steps[size]),
      none('answers that a company gets otherwise than if it were alone', noticed),
      none('rows that a company has otherwise than if it were alone', differing),
    ],
    wrong: [...noticed, ...differing],
  }
}

function differencesIn(wanted: readonly string[], found: readonly string[], what: string): string[] {
  const differing = Array.from({ length: Math.max(wanted.length, found.length) }, (_, index) => index)
  return differing
    .filter((index) => wanted[index] !== found[index])
    .map((index) => `${what} ${index}: ${firstDifference(wanted[index] ?? '', found[index] ?? '')}`)
}

function firstDifference(wanted: string, found: string): string {
  let at = 0
  while (at < wanted.length && wanted[at] === found[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return `${found.slice(0, 80)} … ${around(found)} in place of ${around(wanted)}`
}

/** When something was done is each one's own; in which order rows lie is nobody's. */
const rowsOf = (ownerUrl: string, { companyId }: Twin): Promise<string[]> =>
  withClient(ownerUrl, async (client) => {
    const all: string[] = []
    for (const { table, column } of await companyColumns(client)) {
      if (leftOut.has(table)) continue
      const { rows } = await client.query<{ text: string }>(
        `select to_jsonb(r)::text as text from ${table} r where ${column}::text = $1`,
        [companyId],
      )
      all.push(...rows.map(({ text }) => `${table} ${eraseAll(text)}`).toSorted())
    }
    return all
  })

/** The queue writes down who works on what and how long; what is asked of it stands in the answers. */
const leftOut = new Set(['pgboss.job'])
