import { sql } from 'drizzle-orm'
import type { FaultKind } from '#emulators/amazon/faults/faults.ts'
import { randomFrom } from '#server/testing/random.ts'
import { atMost, exactly, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { startOutageSystem, type OutageSystem } from './system.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'

type Plan = { hours: number; orders: number }

const plans: Record<Size, Plan> = {
  short: { hours: 0.25, orders: 5 },
  long: { hours: 6, orders: 300 },
}

const failureKinds: readonly FaultKind[] = ['error-500', 'error-503', 'html-502', 'drop', 'throttle']
const minutesPerKind = 30
const minutesToCatchUp = 10
/** Beyond the limit, so that a failure shows a figure. */
const maxMinutes = 120

/** Amazon fails for hours, with another kind of error every half hour, while orders come in. Nobody intervenes. */
export async function runOutage({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const system = await startOutageSystem()
  try {
    const plan = plans[size]
    await runOutagePeriod(system, plan, randomFrom(seed))
    const placedMeanwhile = system.countAtAmazon()
    const minutes = await waitUntilPlaced(system)
    const waiting = await findWaiting(system)
    const failed = await findFailedJobs(system)
    const attention = await findAttention(system)
    return {
      claims: [
        exactly(`orders placed during ${plan.hours} h without Amazon`, placedMeanwhile, 0),
        none(`orders not placed with Amazon afterwards, of ${plan.orders}`, waiting),
        exactly('orders in the emulator’s state', system.countAtAmazon(), plan.orders),
        atMost('time until all were placed', minutes, minutesToCatchUp, ' min'),
        none('jobs that have used up their attempts', failed),
        none('orders that need attention', attention),
      ],
      wrong: [...waiting, ...failed, ...attention],
    }
  } finally {
    await system.close()
  }
}

async function runOutagePeriod(system: OutageSystem, { hours, orders }: Plan, random: () => number): Promise<void> {
  const sold = Array.from({ length: orders }, (_, n) => ({ id: `away-${n}`, minute: random() * hours * 60 }))
  const startedAt = system.minute()
  let nextKindAt = 0
  for (let minute = 0; minute < hours * 60; minute = system.minute() - startedAt) {
    if (minute >= nextKindAt) {
      failAllCalls(system, failureKinds[Math.floor(random() * failureKinds.length)] as FaultKind)
      nextKindAt += minutesPerKind
    }
    const due = sold.filter((order) => order.minute <= minute)
    for (const { id } of due) await system.sell(id)
    sold.splice(0, sold.length, ...sold.filter((order) => order.minute > minute))
    await system.passMinute()
  }
  for (const { id } of sold) await system.sell(id)
}

/** Returns the minutes of Amazon’s clock until all orders were placed. */
async function waitUntilPlaced(system: OutageSystem): Promise<number> {
  system.amazon.faults.clear()
  const startedAt = system.minute()
  while (system.minute() - startedAt < maxMinutes && (await findWaiting(system)).length > 0) await system.passMinute()
  return system.minute() - startedAt
}

function failAllCalls({ amazon }: OutageSystem, kind: FaultKind): void {
  amazon.faults.clear()
  amazon.faults.add({ kind, seconds: 24 * 3600 })
  amazon.faults.add({ kind: 'lost-lwa', every: 2 })
}

function findWaiting({ deps, companyId }: OutageSystem): Promise<string[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<{ description: string }>(sql`
      select o.external_order_id || ' is ' || o.status as description from orders o
      where o.status in ('placed', 'acknowledged')`)
    return rows.map(({ description }) => description)
  })
}

async function findFailedJobs({ deps }: OutageSystem): Promise<string[]> {
  const { rows } = await queryJobs<{ description: string }>(
    deps.db,
    `select data ->> 'job' || ': ' || coalesce(output ->> 'message', '') as description from pgboss.job where state = 'failed'`,
  )
  return rows.map(({ description }) => description)
}

function findAttention({ deps, companyId }: OutageSystem): Promise<string[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<{ description: string }>(
      sql`select code || ': ' || reason as description from attention_items where resolved_at is null`,
    )
    return rows.map(({ description }) => description)
  })
}
