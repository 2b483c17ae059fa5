import { randomFrom } from '#server/testing/random.ts'
import { withClient } from '#server/testing/postgres.ts'
import { leaksIn, readDump } from '../canaries/outputs.ts'
import { createSearcher } from '../canaries/search.ts'
import { atLeast, exactly, none, type Claim, type ScenarioResult, type ScenarioOptions } from '../scenario-result.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { betweenBatches, killPoints, killPurge, type Kill, type KillPoint } from './kill-purge.ts'
import { day, placeOrders, type PlacedOrders } from './place-orders.ts'
import {
  findChanged,
  findHalfErased,
  findShown,
  decryptEverything,
  readFigures,
  readOrders,
} from './find-personal-data.ts'
import { numbers, planOrders, type Numbers, type Plan } from './order-plan.ts'
import { purge } from './run-job.ts'

const minute = 60_000
/** Batch size of the purge: orders per transaction. */
const ordersAtOnce = 200

/**
 * Personal data are erased thirty days after the order was closed, to the minute, even if the purge is killed repeatedly; a day
 * before, nothing is touched.
 */
export async function runRetention({ seed, size }: ScenarioOptions): Promise<ScenarioResult> {
  const system = await startSystem({ web: 1, workers: 1, env: { TRUST_PROXY: 'loopback' } })
  try {
    const random = randomFrom(seed)
    const plan = planOrders(random, size)
    const placed = await placeOrders(system, plan)
    const closingTimes = await readClosingTimes(system)
    const early = new Date(closingTimes.first.getTime() + 30 * day - minute)
    const due = new Date(closingTimes.lastDue.getTime() + 30 * day)
    const before = await checkBeforeDeadline(system, placed, early)
    const kills = await killRepeatedly(system, due, planKills(random, numbers[size]))
    const erased = await purge(system, due)
    const after = await checkAfterPurge(system, placed, due, plan)
    const changed = findChanged(before.kept, after.kept)
    const wrong = [...before.wrong, ...kills.wrong, ...after.wrong, ...changed]
    return {
      claims: [
        none('rows touched a minute before their time', before.wrong),
        exactly('purges killed at work', kills.atWork, numbers[size].kills),
        none('half erased after a kill', kills.wrong),
        atLeast('orders left for the purge that was not killed', erased['orders'] ?? 0, 1),
        exactly('orders erased', after.erased, plan.orders.filter(({ group }) => group === 'due').length),
        none('of them still readable', after.wrong),
        none('changes in orders closed 29 days ago, or open', changed),
        exactly('figures changed', Number(before.figures !== (await readFigures(system))), 0),
        ...after.controls,
      ],
      wrong,
    }
  } finally {
    await system.close()
  }
}

/** Every kill point in random order, repeated. With few orders there is one batch only, so no kill between batches. */
function planKills(random: () => number, { due, kills: count }: Numbers): Kill[] {
  const shuffled = killPoints
    .filter((point) => point !== betweenBatches || due > ordersAtOnce)
    .map((point) => ({ point, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ point }) => point)
  return Array.from({ length: count }, (_, n) => ({
    point: shuffled[n % shuffled.length] as KillPoint,
    after: Math.floor(random() * 1.5 * ordersAtOnce),
  }))
}

const readClosingTimes = ({ postgres }: TestSystem) =>
  withClient(postgres.adminUrl, async (client) => {
    const { rows } = await client.query<{ first: Date; lastDue: Date }>(`
      select min(closed_at) as first, max(closed_at) filter (where external_order_id like 'due-%') as "lastDue" from orders`)
    const [found] = rows
    if (!found) throw new Error('No order has ended')
    return found
  })

/** A minute before the first deadline nothing is erased and everything is readable. */
async function checkBeforeDeadline(system: TestSystem, { ids, open }: PlacedOrders, early: Date) {
  const erased = await purge(system, early)
  const person = await open(early.getTime() - Date.now())
  const figures = await readFigures(system)
  const due = await readOrders(person, ids.due)
  const unreadable = [...due.values()].filter(({ customer, shippingAddress }) => {
    return !customer?.email || !customer.phone || !shippingAddress?.line1 || !shippingAddress.line2
  })
  const wrong = [
    ...Object.entries(erased)
      .filter(([table]) => table !== 'promotion_reservations')
      .map(([table, rows]) => `${rows} rows of ${table} erased early`),
    ...unreadable.map(({ id }) => `${id} can’t be read any more`),
    ...(await findHalfErased(system)),
  ]
  return { wrong, figures, kept: await readOrders(person, [...ids.young, ...ids.open]) }
}

async function killRepeatedly(system: TestSystem, at: Date, kills: readonly Kill[]) {
  const wrong: string[] = []
  let atWork = 0
  for (const kill of kills) {
    if (await killPurge(system, at, kill)) atWork += 1
    wrong.push(...(await findHalfErased(system)).map((half) => `${half}, killed at ${kill.point}`))
  }
  return { wrong, atWork }
}

/** Searches for erased data in the API, in a dump with planner statistics, and in everything that the key decrypts. */
async function checkAfterPurge(system: TestSystem, { ids, open }: PlacedOrders, due: Date, plan: Plan) {
  const person = await open(due.getTime() - Date.now())
  await withClient(system.postgres.adminUrl, (client) => client.query('vacuum analyze'))
  const searchDue = createSearcher([plan.needleOf('due')])
  const searchYoung = createSearcher([plan.needleOf('young')])
  const { plain, failed } = await decryptEverything(system)
  const dump = await readDump(system.postgres.adminUrl)
  const opened = Buffer.from(plain.join('\n'))
  const wrong = [
    ...findShown(await readOrders(person, ids.due)),
    ...(await findHalfErased(system)),
    ...[...dump].flatMap(([column, text]) => leaksIn(searchDue, column, Buffer.from(text))),
    ...leaksIn(searchDue, 'what the key decrypts', opened),
    ...failed,
    ...Object.entries(await purge(system, due)).map(
      ([table, rows]) => `${rows} rows of ${table} left for another purge`,
    ),
  ]
  const youngColumns = [...dump.values()].filter((text) => searchYoung(Buffer.from(text)).length > 0).length
  const controls: Claim[] = [
    atLeast('columns in which orders of day 29 are found', youngColumns, 5),
    atLeast('encrypted texts decrypted', plain.length, 10),
    exactly('orders of day 29 found in them', Number(searchYoung(opened).length > 0), 1),
  ]
  const erased = await countErased(system)
  return { wrong, erased, controls, kept: await readOrders(person, [...ids.young, ...ids.open]) }
}

const countErased = ({ postgres }: TestSystem) =>
  withClient(postgres.adminUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from orders where erased_at is not null',
    )
    return rows[0]?.count ?? 0
  })
