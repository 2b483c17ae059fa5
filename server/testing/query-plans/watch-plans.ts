import pg from 'pg'
import type { Database } from '#server/platform/db/client.ts'
import { withClient } from '../postgres.ts'

/** A step of how PostgreSQL did a statement, as its EXPLAIN tells it. */
type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Step[]
}
type Plan = { 'Query Text': string; Plan: Step }

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
}

/**
 * Has PostgreSQL tell of every statement how it was done: by whom it was sent, with the settings and the plan that it had.
 * Only connections that are opened from now on tell.
 */
export async function watchPlans(db: Database, ownerUrl: string) {
  await withClient(ownerUrl, async (owner) => {
    const database = pg.escapeIdentifier(new URL(ownerUrl).pathname.slice(1))
    for (const [name, value] of Object.entries(settings))
      await owner.query(`alter database ${database} set ${name} = ${pg.escapeLiteral(value)}`)
  })
  let plans: Plan[] = []
  db.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      if (message.includes('plan:\n')) plans.push(JSON.parse(message.slice(message.indexOf('{'))))
    })
  })
  /** The plans of all that was sent since it was last asked. */
  return function takePlans(): Plan[] {
    const taken = plans
    plans = []
    return taken
  }
}

/** PostgreSQL plans as if there were a hundred times as many rows: to read a small table as a whole costs next to nothing. */
export const seemLarge = (owner: pg.Client) =>
  owner.query(`update pg_class set reltuples = reltuples * 100
    where relnamespace = 'public'::regnamespace and reltuples > 0`)

type Bound = { mostRows: number; mayCount: boolean }

/** The steps that looked at more rows than that; `mayCount` lets those pass that but count. */
export function greedySteps({ 'Query Text': text, Plan: root }: Plan, { mostRows, mayCount }: Bound): string[] {
  return stepsOf(root, mayCount)
    .filter((step) => rowsOf(step) > mostRows)
    .map(
      (step) => `${step['Node Type']} ${step['Index Name'] ?? step['Relation Name'] ?? ''} (${rowsOf(step)}): ${text}`,
    )
}

const stepsOf = (step: Step, mayCount: boolean): Step[] =>
  mayCount && isCount(step) ? [] : [step, ...partsOf(step).flatMap((part) => stepsOf(part, mayCount))]

const isCount = (step: Step): boolean => step['Node Type'] === 'Aggregate' && !partsOf(step).some(sorts)

const sorts = (step: Step): boolean => step['Node Type'].includes('Sort') || partsOf(step).some(sorts)

const partsOf = ({ Plans: parts = [] }: Step): Step[] => parts

const rowsOf = (step: Step): number =>
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)) *
  step['Actual Loops']
