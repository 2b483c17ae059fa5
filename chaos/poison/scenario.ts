import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { replayDead } from '#server/features/channels/inbox/deliveries.ts'
import { fetchOrders } from '#server/features/orders/intake/fetch-orders.ts'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { randomFrom } from '#server/testing/random.ts'
import { webhookOf, type Shop, type ShopOrder, type ShopRequest } from '#server/testing/shop-webhooks.ts'
import { countStock } from '#server/testing/stock.ts'
import { atLeast, exactly, none, type ScenarioResult, type Size, type ScenarioOptions } from '../scenario-result.ts'
import { ask } from '../harness/client-request.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { curedChannels, longBeginning, poisoned, poisonNames, poisons, type PoisonName } from './poisons.ts'
import { startSilentMeta, type SilentMeta } from './silent-meta.ts'

const senders = 16
const sku = 'WELL'
const patience = 300_000

type Plan = {
  /** Of clean messages and of mixed ones, in turns, since the machine has its own moods. */
  rounds: number
  messages: number
  poison: number
  /** Orders that Meta names in each round, and about how many of all it then keeps silent. */
  named: number
  silences: number
}

const plans: Record<Size, Plan> = {
  short: { rounds: 1, messages: 300, poison: 5, named: 5, silences: 0 },
  long: { rounds: 10, messages: 1_000, poison: 10, named: 20, silences: 3 },
}

type Sent = { id: string; poison: PoisonName | null }

const isDeadly = ({ poison }: Sent) => poison !== null && poisons[poison].heal !== null

/** Messages that nobody can read among thousands of good ones; later a version comes that can. */
export async function runPoison({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const meta = await startSilentMeta()
  const world = await startSystem({ env: meta.env })
  try {
    await prepare(world, meta)
    const plan = plans[size]
    const random = randomFrom(seed)
    const letters = openLetters(world, random)
    await playRound(world, meta, { letters: letters.take(plan.messages, 0), named: plan.named, silences: 0 })
    const speeds: number[] = []
    const sent: Sent[] = []
    const silent: string[] = []
    for (let round = 0; round < plan.rounds; round += 1) {
      const clean = letters.take(plan.messages, 0)
      const mixed = letters.take(plan.messages, plan.poison)
      const quiet = await playRound(world, meta, { letters: clean, named: plan.named, silences: 0 })
      const silences = round < plan.silences ? 1 : 0
      const troubled = await playRound(world, meta, { letters: mixed, named: plan.named, silences })
      speeds.push(quiet.seconds / clean.length / (troubled.seconds / (mixed.length - plan.poison)))
      sent.push(...mixed.map(({ id, poison }) => ({ id, poison })))
      silent.push(...troubled.silent)
    }
    await untilNoneIsAsked(world, meta, silent)
    const bad = sent.filter(isDeadly).length + silent.length
    const long = sent.filter(({ poison }) => poison && poisons[poison].heal === null).length
    const waiting = await readWaiting(world)
    const causes = new Map([...Map.groupBy(waiting, ({ error }) => error)].map(([why, all]) => [why, all.length]))
    await world.processes.stop()
    meta.silentAbout.clear()
    const cured = await cure(world)
    const doubled = await findDoubled(world)
    const open = await readWaiting(world)
    return {
      claims: [
        exactly(`messages that wait with their cause, of ${sent.length + silent.length}`, waiting.length, bad),
        none(
          'of these without a sentence for people',
          waiting.filter(({ isTold }) => !isTold).map(({ error }) => error),
        ),
        ...(size === 'long' ? [atLeast('speed of the others, of clean speed', median(speeds), 0.9)] : []),
        exactly('orders with ids of 20 digits, each by itself', await countLong(world), long),
        exactly('of them taken in after the cure', cured.takenIn, bad),
        exactly('taken in once more by a second cure', cured.again, 0),
        none('orders there twice', doubled),
        exactly('still waiting for a person', open.length, 0),
      ],
      wrong: [...doubled, ...(waiting.length === bad ? [] : [...causes].map(([why, count]) => `${count}: ${why}`))],
    }
  } finally {
    await world.close()
    await meta.stop()
  }
}

async function prepare(world: TestSystem, meta: SilentMeta): Promise<void> {
  const { deps, companyId, processes } = world
  const { id: productId } = await buildProduct(deps.db, companyId)
  const { id } = await buildSku(deps.db, companyId, { productId, sku })
  await countStock(deps.db, companyId, id, { available: 1_000_000 })
  const { id: channelId } = await buildChannel(deps, companyId, meta.channel)
  await meta.subscribe(`${processes.urls[0]}/api/webhooks/${channelId}`)
}

type Letter = Sent & { request: ShopRequest }

/** Messages of three shops; as many as wished have a poison each, somewhere among the others. */
function openLetters({ shops }: TestSystem, random: () => number) {
  let number = 100_000
  const write = (poison: PoisonName | null): Letter => {
    const order: ShopOrder = { externalOrderId: String(number++), lines: [{ sku, quantity: 1, unitPrice: '5.00' }] }
    const shop = shops[Math.floor(random() * shops.length)] as Shop
    const request = poison ? poisoned(poison, shops, order) : webhookOf(shop, order)
    return { id: order.externalOrderId, poison, request }
  }
  return {
    take(count: number, poison: number): Letter[] {
      const all = Array.from({ length: count }, (_, n) =>
        write(n < poison ? (poisonNames[n % poisonNames.length] as PoisonName) : null),
      )
      return all
        .map((letter) => ({ letter, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ letter }) => letter)
    },
  }
}

type Round = { letters: readonly Letter[]; named: number; silences: number }

/** Seconds until every good message has become an order. */
async function playRound(world: TestSystem, meta: SilentMeta, { letters, named, silences }: Round) {
  const { urls } = world.processes
  const before = await countOrders(world)
  const good = letters.filter((letter) => !isDeadly(letter)).length
  const begun = performance.now()
  const silent: string[] = []
  const waiting = [...letters]
  const send = async () => {
    for (let letter = waiting.pop(); letter; letter = waiting.pop()) {
      const { told, status } = await ask(urls[waiting.length % urls.length] as string, letter.request)
      if (told !== 'ok') throw new Error(`A message was answered ${status}`)
    }
  }
  const sell = async () => {
    for (let n = 0; n < named + silences; n += 1) {
      const id = await meta.sell(sku)
      if (n >= silences) continue
      meta.silentAbout.add(id)
      silent.push(id)
    }
  }
  await Promise.all([...Array.from({ length: senders }, send), sell()])
  await untilThere(world, before + good + named)
  return { seconds: (performance.now() - begun) / 1000, silent }
}

async function untilThere(world: TestSystem, count: number): Promise<void> {
  const deadline = Date.now() + patience
  let found = await countOrders(world)
  while (found < count) {
    if (Date.now() > deadline) throw new Error(`Only ${found} of ${count} orders came in`)
    await sleep(50)
    found = await countOrders(world)
  }
}

/** Meta is asked again and again for what it is silent about, without the pauses, until that waits for a person. */
async function untilNoneIsAsked(world: TestSystem, meta: SilentMeta, silent: readonly string[]): Promise<void> {
  const deadline = Date.now() + patience
  for (;;) {
    const { waiting, isAsking } = await readAsked(world)
    if (waiting === 0) return
    if (Date.now() > deadline) throw new Error(`${waiting} messages are still being asked for`)
    if (!isAsking && silent.length > 0) {
      // One that Meta does tell, so that it does not look as if it were away.
      await meta.sell(sku)
      await sleep(2_000)
      await inCompany(world, sql`update webhook_events set fetch_after = now() where fetch_after > now()`)
      await world.deps.workerTrigger.triggerDue(world.companyId)
    }
    await sleep(500)
  }
}

async function readAsked(world: TestSystem) {
  const { rows } = await inCompany<{ waiting: number; isAsking: boolean }>(
    world,
    sql`select count(*)::int as waiting, exists (
        select from pgboss.job where state = 'active' and data ->> 'job' = 'orders.fetch'
      ) as "isAsking"
      from webhook_events where is_verified and not is_processed and error is null`,
  )
  return rows[0] ?? { waiting: 0, isAsking: false }
}

/** A version that can read everything takes in what waits; then once more. */
async function cure({ deps, companyId }: TestSystem) {
  const ports = { ...deps.ports, channels: curedChannels(deps.ports.channels) }
  const ctx = companyContext(
    { ...deps, ports },
    { actor: { type: 'job', name: 'channels.replay-dead' }, origin: noOrigin },
    companyId,
  )
  const once = async () => {
    await replayDead(ctx, {})
    const [read, fetched] = [await processInbox(ctx), await fetchOrders(ctx)]
    return read.takenIn + fetched.takenIn
  }
  return { takenIn: await once(), again: await once() }
}

const inCompany = <Row extends Record<string, unknown>>(
  { deps, companyId }: TestSystem,
  statement: ReturnType<typeof sql>,
) => deps.db.inCompany(companyId, (tx) => tx.execute<Row>(statement))

async function countOrders(world: TestSystem): Promise<number> {
  const { rows } = await inCompany<{ count: number }>(world, sql`select count(*)::int as count from orders`)
  return rows[0]?.count ?? 0
}

async function countLong(world: TestSystem): Promise<number> {
  const { rows } = await inCompany<{ count: number }>(
    world,
    sql`select count(distinct external_order_id)::int as count from orders where external_order_id ~ ${`^${longBeginning}\\d{6}$`}`,
  )
  return rows[0]?.count ?? 0
}

async function readWaiting(world: TestSystem): Promise<{ error: string; isTold: boolean }[]> {
  const { rows } = await inCompany<{ error: string; isTold: boolean }>(
    world,
    sql`select e.error, exists (
        select from attention_items a where a.webhook_event_id = e.id and a.resolved_at is null and a.reason = e.error
      ) as "isTold"
      from webhook_events e where e.is_verified and not e.is_processed and e.error is not null`,
  )
  return rows
}

async function findDoubled(world: TestSystem): Promise<string[]> {
  const { rows } = await inCompany<{ words: string }>(
    world,
    sql`select external_order_id || ' is there ' || count(*) || ' times' as words from orders
      group by channel_id, external_order_id having count(*) > 1`,
  )
  return rows.map(({ words }) => words)
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
