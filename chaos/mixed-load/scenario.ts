import { verifyChain } from '#server/features/audit/verify-chain.ts'
import { randomFrom } from '#server/testing/random.ts'
import { checkUserActions } from '../invariants/user-actions.ts'
import { checkDeliveries, readStoredOrders, checkMessages } from '../invariants/deliveries.ts'
import { checkTransitions, readTransitions, recordTransitions } from '../invariants/status-transitions.ts'
import { checkOrders } from '../invariants/shipments.ts'
import { checkStock } from '../invariants/stock-levels.ts'
import { atLeast, atMost, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import { createClients, type Clients } from './clients.ts'
import { createFaultInjector, scheduleFaults, type Fault } from './faults.ts'
import { makeOrders, stockUp, type SoldOrder } from '../harness/orders.ts'

const shops = 12
const people = 2

type Plan = {
  orders: number
  leastShipped: number
  /** Seconds until writes work again after a crash. */
  recovery: number
  faults: Record<Fault, number>
}

const plans: Record<Size, Plan> = {
  short: {
    orders: 60,
    // Few, since a busy machine may hardly get around to shipping in the short time.
    leastShipped: 3,
    // It shares the processors with other tests, so this shows that writes work again, and the long run how soon.
    recovery: 30,
    faults: { kill: 3, 'crash-postgres': 1, freeze: 1, clock: 1, amazon: 2, mail: 1, sms: 1 },
  },
  long: {
    orders: 4_000,
    leastShipped: 1_000,
    recovery: 5,
    faults: { kill: 60, 'crash-postgres': 20, freeze: 10, clock: 10, amazon: 40, mail: 20, sms: 20 },
  },
}

/** Shops sell, users act and Amazon ships while processes are killed and PostgreSQL crashes. */
export const runMixedLoad = (options: ScenarioOptions): Promise<ScenarioResult> => runWith({}, options, checkInvariants)

/** Negative control: with synchronous_commit off PostgreSQL confirms before it has written, and the check must report the loss. */
export const runAsyncCommit = (options: ScenarioOptions): Promise<ScenarioResult> =>
  runWith({ synchronous_commit: 'off' }, options, async (system, { clients }) => {
    const { lost } = checkDeliveries(clients.histories.deliveries, await readStoredOrders(system))
    return {
      claims: [atLeast('acknowledged orders seen to be lost, with synchronous_commit off', lost.length, 1)],
      wrong: [],
    }
  })

type LoadRun = { clients: Clients; recoverySeconds: readonly number[]; stock: ReadonlyMap<string, number>; plan: Plan }

async function runWith(
  settings: Record<string, string>,
  { size, seed }: ScenarioOptions,
  check: (system: TestSystem, run: LoadRun) => Promise<ScenarioResult>,
): Promise<ScenarioResult> {
  const system = await startSystem({ settings, autoFulfills: true })
  try {
    await recordTransitions(system.postgres.adminUrl)
    const random = randomFrom(seed)
    const plan = plans[size]
    const orders = makeOrders(system, plan.orders, random)
    const stock = await stockUp(system, orders, random)
    const clients = createClients(system, random)
    const acting = clients.startActing(people)
    const recoverySeconds = await injectFaults(system, {
      clients,
      orders,
      schedule: scheduleFaults(plan.faults, random),
      random,
    })
    await acting.end()
    await system.processes.untilReady()
    const { amazon, smtp, sms } = system.emulators
    for (const { faults } of [amazon, smtp, sms]) faults.clear()
    await waitUntilIdle(system)
    return await check(system, { clients, recoverySeconds, stock, plan })
  } finally {
    await system.close()
  }
}

type FaultRun = {
  clients: Clients
  orders: readonly SoldOrder[]
  schedule: readonly Fault[]
  random: () => number
}

/** Sends the load in parts, one for each fault, so that every fault strikes while requests are under way. */
async function injectFaults(
  system: TestSystem,
  { clients, orders, schedule, random }: FaultRun,
): Promise<readonly number[]> {
  const probes = makeOrders(system, schedule.length, random, 900_000)
  const injector = createFaultInjector(system, { clients, random, probe: () => probes.pop() as SoldOrder })
  const share = Math.ceil(orders.length / schedule.length)
  for (const [part, kind] of schedule.entries()) {
    const waiting = orders.slice(part * share, (part + 1) * share)
    const send = async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await clients.deliver(order)
    }
    await injector.prepare(kind)
    await Promise.all([...Array.from({ length: shops }, send), injector.inject(kind)])
  }
  return injector.recoverySeconds
}

async function checkInvariants(
  system: TestSystem,
  { clients, recoverySeconds, stock, plan }: LoadRun,
): Promise<ScenarioResult> {
  const orders = await checkOrders(system, clients)
  const { histories } = clients
  const userActions = await checkUserActions(system, histories.userActions)
  const levels = await checkStock(system, stock)
  const transitions = await readTransitions(system.postgres.adminUrl)
  const backward = checkTransitions(transitions)
  const messages = await checkMessages(system)
  const { faults } = await verifyChain({ transaction: system.deps.db.onPlatform }, system.companyId)
  const auditLogFaults = faults.map((fault) => JSON.stringify(fault))
  const done = histories.userActions.filter(({ outcome }) => outcome === 'ok').length
  const { kill, 'crash-postgres': crashes } = plan.faults
  return {
    claims: [
      ...orders.claims,
      none(`actions of users not exactly once in the audit log, of ${histories.userActions.length}`, userActions),
      none('stock levels that do not add up', levels),
      none(`statuses that moved backward, of ${transitions.length} transitions`, backward),
      none('messages doubled or lost', messages),
      none('breaks in the audit log', auditLogFaults),
      atMost(
        `longest time until writes worked, after ${crashes} crashes of PostgreSQL and ${kill} kills`,
        Math.max(...recoverySeconds),
        plan.recovery,
        ' s',
      ),
      atLeast('actions of users that succeeded', done, plan.orders / 10),
      atLeast('orders shipped meanwhile', orders.shipped, plan.leastShipped),
    ],
    wrong: [...orders.wrong, ...userActions, ...levels, ...backward, ...messages, ...auditLogFaults],
  }
}
