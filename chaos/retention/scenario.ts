import { randomFrom } from '#server/testing/random.ts'
import { withClient } from '#server/testing/postgres.ts'
import { leaksIn, readDump } from '../canaries/outputs.ts'
import { createSearcher } from '../canaries/search.ts'
import { atLeast, exactly, none, type Claim, type ScenarioResult, type ScenarioOptions } from '../scenario-result.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { betweenBites, killPoints, killPurge, type Kill, type KillPoint } from './kill-purge.ts'
import { day, placeOrders, type PlacedOrders } from './place-orders.ts'
import { findChanged, findHalves, findShown, openEverything, readFigures, readOrders } from './find-personal-data.ts'
import { numbers, planOrders, type Numbers, type Plan } from './order-plan.ts'
import { purge } from './run-job.ts'

const minute = 60_000
/** How many the purge erases in one transaction. */
const ordersAtOnce = 200

/**
 * Customers' data end thirty days after their order did, to the minute, also when whoever erases them is killed again and
 * again; a day before, nothing of them is touched.
 */
export async function runRetention({ seed, size }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await startSystem({ web: 1, workers: 1, env: { TRUST_PROXY: 'loopback' } })
  try {
    const random = randomFrom(seed)
    const plan = planOrders(random, size)
    const lived = await placeOrders(world, plan)
    const ends = await readEnds(world)
    const early = new Date(ends.first.getTime() + 30 * day - minute)
    const due = new Date(ends.lastDue.getTime() + 30 * day)
    const before = await lookBefore(world, lived, early)
    const kills = await killAgainAndAgain(world, due, planKills(random, numbers[size]))
    const erased = await purge(world, due)
    const after = await lookAfter(world, lived, due, plan)
    const changed = findChanged(before.kept, after.kept)
    const wrong = [...before.wrong, ...kills.wrong, ...after.wrong, ...changed]
    return {
      claims: [
        none('touched a minute before its time', before.wrong),
        exactly('purges killed at work', kills.atWork, numbers[size].kills),
        none('half erased after a kill', kills.wrong),
        atLeast('orders left to the purge that was let be', erased['orders'] ?? 0, 1),
        exactly('orders erased', after.erased, plan.orders.filter(({ group }) => group === 'due').length),
        none('of them still to be read', after.wrong),
        none('changed in orders whose day is the twenty-ninth, or that are open', changed),
        exactly('figures changed', Number(before.figures !== (await readFigures(world))), 0),
        ...after.controls,
      ],
      wrong,
    }
  } finally {
    await world.close()
  }
}

/** Each of them once, then anew. Few orders are one bite, between whose parts alone a purge can be killed. */
function planKills(random: () => number, { due, kills: count }: Numbers): Kill[] {
  const shuffled = killPoints
    .filter((point) => point !== betweenBites || due > ordersAtOnce)
    .map((point) => ({ point, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ point }) => point)
  return Array.from({ length: count }, (_, n) => ({
    point: shuffled[n % shuffled.length] as KillPoint,
    after: Math.floor(random() * 1.5 * ordersAtOnce),
  }))
}

const readEnds = ({ postgres }: TestSystem) =>
  withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ first: Date; lastDue: Date }>(`
      select min(closed_at) as first, max(closed_at) filter (where external_order_id like 'due-%') as "lastDue" from orders`)
    const [found] = rows
    if (!found) throw new Error('No order has ended')
    return found
  })

/** Nothing is erased before the first has had its days, and all of it can be read. */
async function lookBefore(world: TestSystem, { ids, open }: PlacedOrders, early: Date) {
  const erased = await purge(world, early)
  const person = await open(early.getTime() - Date.now())
  const figures = await readFigures(world)
  const due = await readOrders(person, ids.due)
  const unreadable = [...due.values()].filter(({ customer, shippingAddress }) => {
    return !customer?.email || !customer.phone || !shippingAddress?.line1 || !shippingAddress.line2
  })
  const wrong = [
    ...Object.entries(erased)
      .filter(([table]) => table !== 'promotion_reservations')
      .map(([table, rows]) => `${rows} rows of ${table} erased early`),
    ...unreadable.map(({ id }) => `${id} can’t be read any more`),
    ...(await findHalves(world)),
  ]
  return { wrong, figures, kept: await readOrders(person, [...ids.young, ...ids.open]) }
}

async function killAgainAndAgain(world: TestSystem, at: Date, kills: readonly Kill[]) {
  const wrong: string[] = []
  let atWork = 0
  for (const kill of kills) {
    if (await killPurge(world, at, kill)) atWork += 1
    wrong.push(...(await findHalves(world)).map((half) => `${half}, killed at ${kill.point}`))
  }
  return { wrong, atWork }
}

/** As the product shows it, in a dump with what the planner remembers, and in all that the key opens. */
async function lookAfter(world: TestSystem, { ids, open }: PlacedOrders, due: Date, plan: Plan) {
  const person = await open(due.getTime() - Date.now())
  await withClient(world.postgres.url, (client) => client.query('vacuum analyze'))
  const searchDue = createSearcher([plan.needleOf('due')])
  const searchYoung = createSearcher([plan.needleOf('young')])
  const { plain, shut } = await openEverything(world)
  const dump = await readDump(world.postgres.url)
  const opened = Buffer.from(plain.join('\n'))
  const wrong = [
    ...findShown(await readOrders(person, ids.due)),
    ...(await findHalves(world)),
    ...[...dump].flatMap(([column, text]) => leaksIn(searchDue, column, Buffer.from(text))),
    ...leaksIn(searchDue, 'what the key opens', opened),
    ...shut,
    ...Object.entries(await purge(world, due)).map(
      ([table, rows]) => `${rows} rows of ${table} left for another purge`,
    ),
  ]
  const youngColumns = [...dump.values()].filter((text) => searchYoung(Buffer.from(text)).length > 0).length
  const controls: Claim[] = [
    atLeast('columns in which those of the twenty-ninth day are found', youngColumns, 5),
    atLeast('sealed texts opened', plain.length, 10),
    exactly('those of the twenty-ninth day found in them', Number(searchYoung(opened).length > 0), 1),
  ]
  const erased = await countErased(world)
  return { wrong, erased, controls, kept: await readOrders(person, [...ids.young, ...ids.open]) }
}

const countErased = ({ postgres }: TestSystem) =>
  withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from orders where erased_at is not null',
    )
    return rows[0]?.count ?? 0
  })
