import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { randomFrom } from '../random.ts'
import type { ShopRequest } from '../shop-orders.ts'
import { deliveriesOf, makeOrders, stockUp } from './orders.ts'
import { findFaults } from './faults.ts'
import type { ChaosWorld } from './world.ts'

const senders = 16
const patience = 120_000

export type Play = { orders: number; kills: number; seed: number }

/**
 * Shops deliver their orders while processes are killed and PostgreSQL is restarted. Answers what is wrong afterwards,
 * which should be nothing, and how much was sent.
 */
export async function playChaos(world: ChaosWorld, { orders: count, kills, seed }: Play) {
  const random = randomFrom(seed)
  const orders = makeOrders(world, count, random)
  const stock = await stockUp(world, orders, random)
  const deliveries = deliveriesOf(orders, random)
  await sendAll(world, deliveries, kills, random)
  await untilTakenIn(world)
  return { deliveries: deliveries.length, ...(await findFaults(world, orders, stock)) }
}

async function sendAll(
  world: ChaosWorld,
  deliveries: readonly ShopRequest[],
  kills: number,
  random: () => number,
): Promise<void> {
  const at = (share: number) => Math.floor(deliveries.length * share)
  const killAt = new Set(Array.from({ length: kills }, (_, n) => at(0.05 + (0.9 * (n + random())) / kills)))
  const restartAt = at(0.3 + random() * 0.3)
  const disturbances: Promise<void>[] = []
  let sent = 0
  const send = async () => {
    for (let turn = sent++; turn < deliveries.length; turn = sent++) {
      if (killAt.has(turn)) disturbances.push(world.processes.kill(random))
      if (turn === restartAt) disturbances.push(world.restartPostgres())
      await deliver(world, deliveries[turn] as ShopRequest, random)
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
  await Promise.all(disturbances)
}

/** Sends as a shop does: again, to whichever process answers, until one has said that it has it. */
async function deliver(
  { processes: { urls } }: ChaosWorld,
  { path, headers, body }: ShopRequest,
  random: () => number,
): Promise<void> {
  for (;;) {
    const url = urls[Math.floor(random() * urls.length)]
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body }).catch(() => null)
    const text = await reply?.text().catch(() => null)
    if (reply?.ok && text !== null) return
    if (reply && reply.status < 500 && reply.status !== 429) throw new Error(`${path}: ${reply.status} ${text}`)
    await sleep(100)
  }
}

/** What a killed process forgot to wake is woken here, in place of the look that comes each minute. */
async function untilTakenIn({ deps, companyId }: ChaosWorld): Promise<void> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    await deps.waker.wakeNow(companyId, 'orders.take-in')
    const { rows } = await deps.db.inCompany(companyId, (tx) =>
      tx.execute<{ waiting: number }>(sql`select count(*)::int as waiting from webhook_events where not is_processed`),
    )
    if (rows[0]?.waiting === 0) return
    await sleep(250)
  }
  throw new Error('Deliveries still wait to be taken in')
}
