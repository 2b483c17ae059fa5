import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { encryptMessage } from '#server/features/channels/messages/enqueue-message.ts'
import { purgeCompany } from '#server/features/privacy/purge-company.ts'
import { type Deps, noOrigin, platformContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { fulfillments, shipmentEvents } from '#server/platform/db/schema/fulfillment.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { orderBatches, orderBatchItems } from '#server/platform/db/schema/order-batches.ts'
import { orderItems, orderEvents, orders } from '#server/platform/db/schema/orders.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import { manualClock } from './app.ts'
import { anOrder, createIntakeFixture, type IntakeFixture, orderEventBody } from './intake-fixture.ts'
import { changeSettings } from './stock.ts'

const inventory = readFileSync(join(import.meta.dirname, '../../docs/data-inventory.md'), 'utf8')

/** The columns that `docs/data-inventory.md` promises to erase after the retention time. */
export const retentionColumns = inventory
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const table = section.slice(0, section.indexOf('\n'))
    const rows = [...section.matchAll(/^\| `(\w+)` .*\| (\w+) +\| retention +\|$/gm)]
    return rows.map(([, column = '', keptHow]) => ({ table, column, isClear: keptHow === 'clear' }))
  })

/** Non-empty rows of a company per such column. */
export async function countRemaining({ db }: Pick<Deps, 'db'>, companyId: string): Promise<Record<string, number>> {
  return db.inCompany(companyId, async (tx) => {
    const kept: Record<string, number> = {}
    for (const { table, column } of retentionColumns) {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(column)}::text <> ''`)
      kept[`${table}.${column}`] = rows[0]?.count ?? 0
    }
    return kept
  })
}

/** The result of `countRemaining` once everything is erased. */
export const nothingRemaining = () =>
  Object.fromEntries(retentionColumns.map(({ table, column }) => [`${table}.${column}`, 0]))

/** Ingests an order that puts personal data into every place where they can be stored. */
export async function ingestPersonalOrder(fixture: IntakeFixture, externalOrderId: string, changes: object = {}) {
  const { deps, companyId, ctx } = fixture
  const address = { line1: '1 Main St', line2: 'Apt 5', recipientName: 'Ana R.' }
  const data = anOrder(externalOrderId, { notes: 'Ring twice', ...changes })
  const shippingAddress = { ...data.shippingAddress, ...address }
  await fixture.deliver(orderEventBody('order.created', 0, { ...data, shippingAddress }))
  await fixture.processInbox()
  const found = (await fixture.orders()).find((order) => order.externalOrderId === externalOrderId)
  if (!found) throw new Error('the order was not taken in')
  await deps.db.inCompany(companyId, async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, found.id))
    if (!order) throw new Error('the order is gone')
    const held = { heldAt: deps.clock.now(), holdReason: 'Ana asked', channelAddressHash: 'hash' }
    const heldByChannel = { channelHold: 'on_hold', channelHoldReason: 'Ana asked the shop' } as const
    await tx
      .update(orders)
      .set({ ...held, ...heldByChannel })
      .where(eq(orders.id, order.id))
    const properties = [{ name: 'Engraving', value: 'For Ana' }]
    await tx.update(orderItems).set({ properties }).where(eq(orderItems.orderId, order.id))
    const about = { companyId, orderId: order.id }
    const event = { event: 'order.note', description: 'Note', actorType: 'user', actorName: 'Olive' } as const
    const words = { reason: 'Ana called', details: { told: 'by Ana' }, occurredAt: deps.clock.now() }
    await tx.insert(orderEvents).values({ ...about, id: newId(), ...event, ...words })
    const waited = { code: 'totals_differ', reason: 'A cent', raisedAt: deps.clock.now() } as const
    const dismissed = { resolvedAt: deps.clock.now(), resolution: 'Ana agreed' }
    await tx.insert(attentionItems).values({ ...about, id: newId(), ...waited, ...dismissed })
    await tx.insert(channelDeliveries).values(messageToChannel(fixture, order))
    await tx.insert(notifications).values(messageToCustomer(fixture, order))
    const batch = { action: 'hold', reason: 'Ana asked', startedAt: deps.clock.now() } as const
    const by = { userId: newId(), userName: 'Olive', finishedAt: deps.clock.now() }
    const batchId = newId()
    await tx.insert(orderBatches).values({ companyId, id: batchId, ...batch, ...by })
    await tx.insert(orderBatchItems).values({ ...about, batchId, position: 0, outcome: 'done' })
  })
  await ctx.transaction(async (tx) => {
    const fulfillmentId = newId()
    const error = 'Amazon does not know the street'
    await tx
      .insert(fulfillments)
      .values({ companyId, id: fulfillmentId, orderId: found.id, status: 'cancelled', error })
    const seen = { eventType: 'seen', location: 'Seattle', timestamp: deps.clock.now() }
    await tx.insert(shipmentEvents).values({ companyId, id: newId(), fulfillmentId, ...seen })
  })
  return found
}

type StoredOrder = typeof orders.$inferSelect

function messageToChannel({ ctx, companyId, shop }: IntakeFixture, order: StoredOrder) {
  const id = newId()
  const { externalOrderId, orderNumber, status, placedAt: at } = order
  const payload = encryptMessage(ctx, id, {
    at,
    order: { externalOrderId, orderNumber, status },
    shipments: [],
    reason: null,
  })
  const row = { eventType: 'order.cancelled', eventKey: `key:${id}`, url: 'https://shop.example/hooks', payload }
  return { companyId, id, channelId: shop.id, orderId: order.id, status: 'delivered', createdAt: at, ...row } as const
}

function messageToCustomer({ deps, companyId }: IntakeFixture, { id: orderId, customerId, placedAt }: StoredOrder) {
  const id = newId()
  const seal = (column: 'recipient' | 'subject' | 'message', plain: string) =>
    deps.vault.encrypt(plain, encryptionContext(`notifications.${column}`, { companyId, id }))
  return {
    companyId,
    id,
    orderId,
    customerId,
    type: 'order_shipped',
    audience: 'customer',
    method: 'email',
    eventKey: `shipped:${orderId}`,
    recipient: seal('recipient', 'ana@example.com'),
    recipientHash: 'hash',
    subject: seal('subject', 'On its way'),
    message: seal('message', 'Hello Ana'),
    templateData: { order: 'LS-1' },
    error: 'Mailbox full',
    status: 'failed',
    createdAt: placedAt,
  } as const
}

/** Marks an order as delivered and its messages as sent. */
export const closeOrder = ({ ctx }: IntakeFixture, orderId: string, deliveredAt: Date) =>
  ctx.transaction(async (tx) => {
    await tx.update(orders).set({ status: 'delivered', deliveredAt }).where(eq(orders.id, orderId))
    const ofOrder = and(eq(notifications.orderId, orderId), eq(notifications.status, 'pending'))
    await tx.update(notifications).set({ status: 'sent', sentAt: deliveredAt }).where(ofOrder)
  })

/** The start of the fixture's clock. */
export const purgeStart = new Date('2026-03-02T10:00:00Z')

/** A company on a clock of its own, and the purge of it alone. */
export async function createPurgeFixture(shared: Deps) {
  const clock = manualClock(purgeStart)
  const deps = { ...shared, clock }
  const fixture = await createIntakeFixture(deps, { stock: { 'TEE-L': 50, MUG: 50 } })
  await changeSettings(deps.db, fixture.companyId, { customerSms: true, customerEmail: true })
  const who = { actor: { type: 'job', name: 'privacy.purge' } as const, origin: noOrigin }
  const platform = platformContext(deps, who)
  const retention = { companyId: fixture.companyId, retentionDays: 30 }
  return { ...fixture, clock, platform, retention, purge: () => purgeCompany(platform, retention) }
}
