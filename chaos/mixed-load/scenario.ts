import { verifyChain } from '#server/features/audit/verify-chain.ts'
import { randomFrom } from '#server/testing/random.ts'
import { checkActs } from '../invariants/user-actions.ts'
import { checkDeliveries, readKept, checkMessages } from '../invariants/deliveries.ts'
import { checkMoves, readMoves, watchMoves } from '../invariants/status-transitions.ts'
import { checkOrders } from '../invariants/shipments.ts'
import { checkStock } from '../invariants/stock-levels.ts'
import { atLeast, atMost, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import { openClients, type Clients } from './clients.ts'
import { openDisturber, scheduleOf, type Disturbance } from './faults.ts'
import { makeOrders, stockUp, type Sold } from '../harness/orders.ts'

const shops = 12
const people = 2
const secondsToRecover = 5

type Plan = { orders: number; disturbances: Record<Disturbance, number> }

const plans: Record<Size, Plan> = {
  short: {
    orders: 200,
    disturbances: { kill: 4, 'crash-postgres': 1, freeze: 1, clock: 1, amazon: 2, mail: 1, sms: 1 },
  },
  long: {
    orders: 4_000,
    disturbances: { kill: 60, 'crash-postgres': 20, freeze: 10, clock: 10, amazon: 40, mail: 20, sms: 20 },
  },
}

/** Shops sell, people meddle and Amazon ships while processes are killed and PostgreSQL crashes. */
export const runMixedLoad = (told: ScenarioOptions): Promise<ScenarioResult> => playOn({}, told, judge)

/** The same on a PostgreSQL that confirms before it has written: shows that a loss would be seen. */
export const runAsyncCommit = (told: ScenarioOptions): Promise<ScenarioResult> =>
  playOn({ synchronous_commit: 'off' }, told, async (world, { clients }) => {
    const { lost } = checkDeliveries(clients.histories.deliveries, await readKept(world))
    return {
      claims: [atLeast('acknowledged orders seen to be lost, with synchronous_commit off', lost.length, 1)],
      wrong: [],
    }
  })

type Shown = { clients: Clients; backAfter: readonly number[]; stock: ReadonlyMap<string, number>; plan: Plan }

async function playOn(
  settings: Record<string, string>,
  { size, seed }: ScenarioOptions,
  judgeIt: (world: TestSystem, shown: Shown) => Promise<ScenarioResult>,
): Promise<ScenarioResult> {
  const world = await startSystem({ settings, autoFulfills: true })
  try {
    await watchMoves(world.postgres.url)
    const random = randomFrom(seed)
    const plan = plans[size]
    const orders = makeOrders(world, plan.orders, random)
    const stock = await stockUp(world, orders, random)
    const clients = openClients(world, random)
    const meddling = clients.keepMeddling(people)
    const backAfter = await disturb(world, { clients, orders, schedule: scheduleOf(plan.disturbances, random), random })
    await meddling.end()
    await world.processes.untilReady()
    const { amazon, smtp, sms } = world.standIns
    for (const { faults } of [amazon, smtp, sms]) faults.clear()
    await waitUntilIdle(world)
    return await judgeIt(world, { clients, backAfter, stock, plan })
  } finally {
    await world.close()
  }
}

type Disturbed = {
  clients: Clients
  orders: readonly Sold[]
  schedule: readonly Disturbance[]
  random: () => number
}

/** The load goes on in parts, one to a disturbance, so that each of them strikes while there is something to lose. */
async function disturb(
  world: TestSystem,
  { clients, orders, schedule, random }: Disturbed,
): Promise<readonly number[]> {
  const probes = makeOrders(world, schedule.length, random, 900_000)
  const disturber = openDisturber(world, { clients, random, probe: () => probes.pop() as Sold })
  const share = Math.ceil(orders.length / schedule.length)
  for (const [part, kind] of schedule.entries()) {
    const waiting = orders.slice(part * share, (part + 1) * share)
    const send = async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await clients.deliver(order)
    }
    await disturber.prepare(kind)
    await Promise.all([...Array.from({ length: shops }, send), disturber.disturb(kind)])
  }
  return disturber.backAfter
}

async function judge(world: TestSystem, { clients, backAfter, stock, plan }: Shown): Promise<ScenarioResult> {
  const orders = await checkOrders(world, clients)
  const { histories } = clients
  const acts = await checkActs(world, histories.acts)
  const levels = await checkStock(world, stock)
  const moves = await readMoves(world.postgres.url)
  const backward = checkMoves(moves)
  const messages = await checkMessages(world)
  const { faults } = await verifyChain({ transaction: world.deps.db.onPlatform }, world.companyId)
  const faultsOfLog = faults.map((fault) => JSON.stringify(fault))
  const done = histories.acts.filter(({ told }) => told === 'ok').length
  const { kill, 'crash-postgres': crashes } = plan.disturbances
  return {
    claims: [
      ...orders.claims,
      none(`acts of people not on record once, of ${histories.acts.length}`, acts),
      none('levels that do not add up', levels),
      none(`statuses that moved backward, of ${moves.length} moves`, backward),
      none('messages doubled or lost', messages),
      none('breaks in the audit log', faultsOfLog),
      atMost(
        `longest until writes worked, after ${crashes} crashes of PostgreSQL and ${kill} kills`,
        Math.max(...backAfter),
        secondsToRecover,
        ' s',
      ),
      atLeast('acts of people that were done', done, plan.orders / 10),
      atLeast('orders shipped meanwhile', orders.shipped, plan.orders / 4),
    ],
    wrong: [...orders.wrong, ...acts, ...levels, ...backward, ...messages, ...faultsOfLog],
  }
}
