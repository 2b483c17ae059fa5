import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { catchUp } from '#emulators/amazon/catch-up.ts'
import { putItems, setQuantities } from '#emulators/amazon/stocked-items.ts'
import { findFreePort } from '#local/free-port.ts'
import { startDuePolls } from '#server/features/channels/poll/start-due-polls.ts'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { countStock } from '#server/testing/stock.ts'
import { startSystem, type TestSystem } from '../harness/system.ts'
import type { StockMovement } from './sale.ts'
import { startShopifyStore } from './shopify-store.ts'
import type { EmulatedShop } from './emulated-shop.ts'
import { startWooShop } from './woo-shop.ts'

/** Long enough that a shop's owner can put an order on hold before it is sent. */
const autoFulfillDelayMinutes = 1
const longestSetUpMs = 60_000

export type ConnectedShop = EmulatedShop & { channelId: string }

export type ShopSystem = Awaited<ReturnType<typeof startShopSystem>>

/** The product in real processes, with a Shopify store and a WooCommerce shop that a person connected and started. */
export async function startShopSystem(skus: ReadonlyMap<string, number>) {
  const emulated = [await startShopifyStore(skus), await startWooShop(skus)]
  const port = await findFreePort()
  const system = await startSystem({
    ports: [port],
    autoFulfills: true,
    workers: 2,
    env: Object.assign({ PUBLIC_URL: `http://127.0.0.1:${port}` }, ...emulated.map(({ env }) => env)),
  })
  const stock = await createStock(system, skus)
  const shops: ConnectedShop[] = []
  for (const shop of emulated) shops.push(await connect(system, shop, skus.size))
  return {
    ...system,
    shops,
    website: system.shops[0],
    stock,
    async close(): Promise<void> {
      await system.close()
      await Promise.all(emulated.map(({ stop }) => stop()))
    },
  }
}

async function connect(system: TestSystem, shop: EmulatedShop, items: number): Promise<ConnectedShop> {
  const { channelId } = await call<{ channelId: string }>(system, 'POST', shop.connect.path, shop.connect.body)
  const path = `/api/channels/${channelId}`
  await until('the items of a shop are matched', async () => {
    const health = await call<{ items: { matched: number } }>(system, 'GET', `${path}/health`)
    return health.items.matched === items && shop.countWebhooks() > 0
  })
  await call(system, 'PATCH', path, { autoFulfill: true, autoFulfillDelayMinutes })
  await call(system, 'POST', `${path}/start`, {})
  return { ...shop, channelId }
}

/** Calls the product's own API, as a signed-in browser does. */
async function call<T>(
  { processes, browserHeaders }: Pick<TestSystem, 'processes' | 'browserHeaders'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const request = { method, headers: browserHeaders, ...(body ? { body: JSON.stringify(body) } : {}) }
  const reply = await fetch(`${processes.urls[0]}${path}`, request)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return JSON.parse(text) as T
}

async function until(what: string, isTrue: () => Promise<boolean>, longestMs = longestSetUpMs): Promise<void> {
  const deadline = Date.now() + longestMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`)
    await sleep(200)
  }
}

export type AmazonStock = {
  /** Units that came into Amazon's warehouses. */
  movements: readonly StockMovement[]
  /** Puts more units into Amazon's warehouses, and reads the count, as a sync does. */
  add(sku: string, units: number): Promise<void>
}

async function createStock(system: TestSystem, skus: ReadonlyMap<string, number>): Promise<AmazonStock> {
  const { deps, companyId, emulators } = system
  const { state, clock } = emulators.amazon
  const [seller] = Object.values(state.sellers)
  if (!seller) throw new Error('The Amazon emulator has no seller')
  // Amazon reserves the units of an order at once, so that a count read afterwards no longer includes them.
  state.fulfillment.timings.receive = 0
  const { id: productId } = await buildProduct(deps.db, companyId)
  const items = [...skus].map(([sku, fulfillable]) => ({ sku, title: sku, fulfillable }))
  putItems(state, seller, unitedStates, items, clock.now())
  const ids = new Map<string, string>()
  const movements: StockMovement[] = []
  for (const [sku, units] of skus) {
    const { id } = await buildSku(deps.db, companyId, { productId, sku, stockHolder: 'amazon' })
    ids.set(sku, id)
    movements.push({ at: Date.now(), sku, units })
    await countStock(deps.db, companyId, id, { available: units, readAt: new Date() })
  }
  return {
    movements,
    async add(sku, units) {
      // Orders that Amazon has just been sent take their units off first.
      catchUp(state, clock.now())
      const available = (seller.stock[unitedStates]?.[sku]?.fulfillable ?? 0) + units
      const readAt = new Date()
      setQuantities(seller, unitedStates, [{ sku, fulfillable: available }], clock.now())
      movements.push({ at: readAt.getTime(), sku, units })
      await countStock(deps.db, companyId, ids.get(sku) ?? '', { available, readAt })
    },
  }
}

/**
 * Lets so many minutes pass for the product's schedules, by moving what is due later back by them, and starts the polls that are due
 * then. Leases end only while no process runs that may hold one.
 */
export async function passMinutes(
  { deps, companyId }: ShopSystem,
  minutes: number,
  { endsLeases }: { endsLeases: boolean },
): Promise<void> {
  const by = sql`make_interval(mins => ${minutes}::int)`
  await deps.db.inCompany(companyId, async (tx) => {
    await tx.execute(sql`update channels set last_polled_at = last_polled_at - ${by},
      webhooks_checked_at = webhooks_checked_at - ${by}, last_heard_at = last_heard_at - ${by}`)
    await tx.execute(sql`update orders set fulfill_after = fulfill_after - ${by} where fulfill_after is not null`)
    await tx.execute(sql`update fulfillments set next_check_at = next_check_at - ${by}
      where next_check_at is not null and (${endsLeases} or status <> 'pending')`)
    await tx.execute(sql`update offer_changes set retry_at = retry_at - ${by} where retry_at is not null`)
    if (!endsLeases) return
    await tx.execute(sql`update channels set pushing_until = pushing_until - ${by} where pushing_until is not null`)
    await tx.execute(sql`update channel_deliveries set next_attempt_at = next_attempt_at - ${by}
      where next_attempt_at is not null`)
    await tx.execute(sql`update pgboss.job set heartbeat_on = heartbeat_on - ${by}
      where state = 'active' and heartbeat_on is not null and group_id = ${companyId}`)
    await tx.execute(sql`update webhook_events set fetch_after = fetch_after - ${by} where fetch_after is not null`)
  })
  const caller = { actor: { type: 'system', name: 'chaos' } as const, origin: noOrigin }
  await startDuePolls(platformContext(deps, caller))
  await deps.workerTrigger.triggerDue(companyId)
}
