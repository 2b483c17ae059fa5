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
import { sendRequest } from '../harness/client-request.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import { repairedChannels, longIdPrefix, poisonedRequest, poisonNames, poisons, type PoisonName } from './poisons.ts'
import { startSilentMeta, type SilentMeta } from './silent-meta.ts'

const senders = 16
const sku = 'WELL'
const timeoutMs = 300_000

type Plan = {
  /** In the long run each follows a clean one, so that noise of the machine affects both. The short run measures no speed. */
  rounds: number
  messages: number
  poison: number
  /** Orders that Meta announces in each round, and how many rounds have one that it never returns. */
  named: number
  silences: number
}

const plans: Record<Size, Plan> = {
  short: { rounds: 1, messages: 40, poison: 5, named: 5, silences: 0 },
  long: { rounds: 10, messages: 1_000, poison: 10, named: 20, silences: 3 },
}

type Sent = { id: string; poison: PoisonName | null }

const isUnreadable = ({ poison }: Sent) => poison !== null && poisons[poison].repair !== null

/** Unreadable messages among thousands of good ones; later a version replays them that can read them. */
export async function runPoison({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const meta = await startSilentMeta()
  const system = await startSystem({ env: meta.env })
  try {
    await prepare(system, meta)
    const plan = plans[size]
    const random = randomFrom(seed)
    const messages = createMessages(system, random)
    const runClean = async () => {
      const clean = messages.take(plan.messages, 0)
      const { seconds } = await runRound(system, meta, { messages: clean, named: plan.named, silences: 0 })
      return seconds / clean.length
    }
    if (size === 'long') await runClean()
    const speeds: number[] = []
    const sent: Sent[] = []
    const silent: string[] = []
    for (let round = 0; round < plan.rounds; round += 1) {
      const secondsClean = size === 'long' ? await runClean() : null
      const mixed = messages.take(plan.messages, plan.poison)
      const silences = round < plan.silences ? 1 : 0
      const mixedRound = await runRound(system, meta, { messages: mixed, named: plan.named, silences })
      if (secondsClean !== null) speeds.push(secondsClean / (mixedRound.seconds / (mixed.length - plan.poison)))
      sent.push(...mixed.map(({ id, poison }) => ({ id, poison })))
      silent.push(...mixedRound.silent)
    }
    await waitUntilGivenUp(system, meta, silent)
    const bad = sent.filter(isUnreadable).length + silent.length
    const long = sent.filter(({ poison }) => poison && poisons[poison].repair === null).length
    const waiting = await readWaiting(system)
    const causes = new Map([...Map.groupBy(waiting, ({ error }) => error)].map(([why, all]) => [why, all.length]))
    await system.processes.stop()
    meta.silentAbout.clear()
    const replayed = await replayRepaired(system)
    const doubled = await findDoubled(system)
    const open = await readWaiting(system)
    return {
      claims: [
        exactly(`messages that wait with their cause, of ${sent.length + silent.length}`, waiting.length, bad),
        none(
          'of these without an attention item',
          waiting.filter(({ hasAttention }) => !hasAttention).map(({ error }) => error),
        ),
        ...(size === 'long' ? [atLeast('speed of the others, relative to clean rounds', median(speeds), 0.9)] : []),
        exactly('distinct orders with ids of 20 digits', await countLong(system), long),
        exactly('of them ingested by the replay', replayed.ingested, bad),
        exactly('ingested again by a second replay', replayed.again, 0),
        none('orders stored twice', doubled),
        exactly('messages still waiting', open.length, 0),
      ],
      wrong: [...doubled, ...(waiting.length === bad ? [] : [...causes].map(([why, count]) => `${count}: ${why}`))],
    }
  } finally {
    await system.close()
    await meta.stop()
  }
}

async function prepare(system: TestSystem, meta: SilentMeta): Promise<void> {
  const { deps, companyId, processes } = system
  const { id: productId } = await buildProduct(deps.db, companyId)
  const { id } = await buildSku(deps.db, companyId, { productId, sku })
  await countStock(deps.db, companyId, id, { available: 1_000_000 })
  const { id: channelId } = await buildChannel(deps, companyId, meta.channel)
  await meta.subscribe(`${processes.urls[0]}/api/webhooks/${channelId}`)
}

type Message = Sent & { request: ShopRequest }

/** Makes messages of three shops, so many of them poisoned, in random order. */
function createMessages({ shops }: TestSystem, random: () => number) {
  let number = 100_000
  const write = (poison: PoisonName | null): Message => {
    const order: ShopOrder = { externalOrderId: String(number++), lines: [{ sku, quantity: 1, unitPrice: '5.00' }] }
    const shop = shops[Math.floor(random() * shops.length)] as Shop
    const request = poison ? poisonedRequest(poison, shops, order) : webhookOf(shop, order)
    return { id: order.externalOrderId, poison, request }
  }
  return {
    take(count: number, poison: number): Message[] {
      const all = Array.from({ length: count }, (_, n) =>
        write(n < poison ? (poisonNames[n % poisonNames.length] as PoisonName) : null),
      )
      return all
        .map((message) => ({ message, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ message }) => message)
    },
  }
}

type Round = { messages: readonly Message[]; named: number; silences: number }

/** Sends the messages and measures the seconds until every good one has become an order. */
async function runRound(system: TestSystem, meta: SilentMeta, { messages, named, silences }: Round) {
  const { urls } = system.processes
  const before = await countOrders(system)
  const good = messages.filter((message) => !isUnreadable(message)).length
  const startedAt = performance.now()
  const silent: string[] = []
  const waiting = [...messages]
  const send = async () => {
    for (let message = waiting.pop(); message; message = waiting.pop()) {
      const { outcome, status } = await sendRequest(urls[waiting.length % urls.length] as string, message.request)
      if (outcome !== 'ok') throw new Error(`A message was answered ${status}`)
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
  await waitForOrders(system, before + good + named)
  return { seconds: (performance.now() - startedAt) / 1000, silent }
}

async function waitForOrders(system: TestSystem, count: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let found = await countOrders(system)
  while (found < count) {
    if (Date.now() > deadline) throw new Error(`Only ${found} of ${count} orders came in`)
    await sleep(50)
    found = await countOrders(system)
  }
}

/** Fetches from Meta are retried without their back-off until the silent orders have been given up to a person. */
async function waitUntilGivenUp(system: TestSystem, meta: SilentMeta, silent: readonly string[]): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { waiting, isFetching } = await readFetchState(system)
    if (waiting === 0) return
    if (Date.now() > deadline) throw new Error(`${waiting} messages are still being fetched`)
    if (!isFetching && silent.length > 0) {
      // One order that Meta does return, so that it does not count as unavailable.
      await meta.sell(sku)
      await sleep(2_000)
      await inCompany(system, sql`update webhook_events set fetch_after = now() where fetch_after > now()`)
      await system.deps.workerTrigger.triggerDue(system.companyId)
    }
    await sleep(500)
  }
}

async function readFetchState(system: TestSystem) {
  const { rows } = await inCompany<{ waiting: number; isFetching: boolean }>(
    system,
    sql`select count(*)::int as waiting, exists (
        select from pgboss.job where state = 'active' and data ->> 'job' = 'orders.fetch'
      ) as "isFetching"
      from webhook_events where is_verified and not is_processed and error is null`,
  )
  return rows[0] ?? { waiting: 0, isFetching: false }
}

/** Replays dead deliveries with adapters that can read them, twice: the second time must do nothing. */
async function replayRepaired({ deps, companyId }: TestSystem) {
  const ports = { ...deps.ports, channels: repairedChannels(deps.ports.channels) }
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
  return { ingested: await once(), again: await once() }
}

const inCompany = <Row extends Record<string, unknown>>(
  { deps, companyId }: TestSystem,
  statement: ReturnType<typeof sql>,
) => deps.db.inCompany(companyId, (tx) => tx.execute<Row>(statement))

async function countOrders(system: TestSystem): Promise<number> {
  const { rows } = await inCompany<{ count: number }>(system, sql`select count(*)::int as count from orders`)
  return rows[0]?.count ?? 0
}

async function countLong(system: TestSystem): Promise<number> {
  const { rows } = await inCompany<{ count: number }>(
    system,
    sql`select count(distinct external_order_id)::int as count from orders where external_order_id ~ ${`^${longIdPrefix}\\d{6}$`}`,
  )
  return rows[0]?.count ?? 0
}

async function readWaiting(system: TestSystem): Promise<{ error: string; hasAttention: boolean }[]> {
  const { rows } = await inCompany<{ error: string; hasAttention: boolean }>(
    system,
    sql`select e.error, exists (
        select from attention_items a where a.webhook_event_id = e.id and a.resolved_at is null and a.reason = e.error
      ) as "hasAttention"
      from webhook_events e where e.is_verified and not e.is_processed and e.error is not null`,
  )
  return rows
}

async function findDoubled(system: TestSystem): Promise<string[]> {
  const { rows } = await inCompany<{ description: string }>(
    system,
    sql`select external_order_id || ' is there ' || count(*) || ' times' as description from orders
      group by channel_id, external_order_id having count(*) > 1`,
  )
  return rows.map(({ description }) => description)
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
