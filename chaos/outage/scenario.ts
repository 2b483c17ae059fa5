import { sql } from 'drizzle-orm'
import type { FaultKind } from '#emulators/amazon/faults/faults.ts'
import { randomFrom } from '#server/testing/random.ts'
import { atMost, exactly, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { startOutageSystem, type OutageSystem } from './system.ts'

type Plan = { hours: number; orders: number }

const plans: Record<Size, Plan> = {
  short: { hours: 0.5, orders: 10 },
  long: { hours: 6, orders: 300 },
}

const waysToBeAway: readonly FaultKind[] = ['error-500', 'error-503', 'html-502', 'drop', 'throttle']
const minutesInOneWay = 30
const minutesToCatchUp = 10
/** Beyond what is allowed, so that a miss has a figure. */
const mostMinutes = 120

/** Amazon is away for hours, in a new way every half an hour, while orders come in. Nobody does anything about it. */
export async function runOutage({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await startOutageSystem()
  try {
    const plan = plans[size]
    await beAway(world, plan, randomFrom(seed))
    const placedMeanwhile = world.countAtAmazon()
    const minutes = await untilPlaced(world)
    const waiting = await findWaiting(world)
    const failed = await findFailedJobs(world)
    const attention = await findAttention(world)
    return {
      claims: [
        exactly(`orders placed during ${plan.hours} h without Amazon`, placedMeanwhile, 0),
        none(`orders not placed with Amazon afterwards, of ${plan.orders}`, waiting),
        exactly('orders in Amazon’s own book', world.countAtAmazon(), plan.orders),
        atMost('until all were placed', minutes, minutesToCatchUp, ' min'),
        none('jobs that have used up their attempts', failed),
        none('orders that wait for a person', attention),
      ],
      wrong: [...waiting, ...failed, ...attention],
    }
  } finally {
    await world.close()
  }
}

async function beAway(world: OutageSystem, { hours, orders }: Plan, random: () => number): Promise<void> {
  const sold = Array.from({ length: orders }, (_, n) => ({ id: `away-${n}`, minute: random() * hours * 60 }))
  const begun = world.minute()
  let nextWay = 0
  for (let minute = 0; minute < hours * 60; minute = world.minute() - begun) {
    if (minute >= nextWay) {
      goAway(world, waysToBeAway[Math.floor(random() * waysToBeAway.length)] as FaultKind)
      nextWay += minutesInOneWay
    }
    const due = sold.filter((order) => order.minute <= minute)
    for (const { id } of due) await world.sell(id)
    sold.splice(0, sold.length, ...sold.filter((order) => order.minute > minute))
    await world.passMinute()
  }
  for (const { id } of sold) await world.sell(id)
}

/** Answers how many minutes it took. */
async function untilPlaced(world: OutageSystem): Promise<number> {
  world.amazon.faults.clear()
  const begun = world.minute()
  while (world.minute() - begun < mostMinutes && (await findWaiting(world)).length > 0) await world.passMinute()
  return world.minute() - begun
}

function goAway({ amazon }: OutageSystem, kind: FaultKind): void {
  amazon.faults.clear()
  amazon.faults.add({ kind, seconds: 24 * 3600 })
  amazon.faults.add({ kind: 'lost-lwa', every: 2 })
}

function findWaiting({ deps, companyId }: OutageSystem): Promise<string[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<{ words: string }>(sql`
      select o.external_order_id || ' is ' || o.status as words from orders o
      where o.status in ('placed', 'acknowledged')`)
    return rows.map(({ words }) => words)
  })
}

async function findFailedJobs({ deps }: OutageSystem): Promise<string[]> {
  const { rows } = await deps.db.pool.query<{ words: string }>(
    `select data ->> 'job' || ': ' || coalesce(output ->> 'message', '') as words from pgboss.job where state = 'failed'`,
  )
  return rows.map(({ words }) => words)
}

function findAttention({ deps, companyId }: OutageSystem): Promise<string[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<{ words: string }>(
      sql`select code || ': ' || reason as words from attention_items where resolved_at is null`,
    )
    return rows.map(({ words }) => words)
  })
}
