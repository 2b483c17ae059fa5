import { and, asc, eq } from 'drizzle-orm'
import type { AttentionCode } from '#contract/order-status.ts'
import { encryptPersonal } from '#server/features/orders/personal-data.ts'
import { companyContext, type Deps, noOrigin } from '#server/platform/context.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { orderTags } from '#server/platform/db/schema/order-tags.ts'
import { orderEvents, orderItems, orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { buildCompany, buildSku } from './builders.ts'
import { buildChannel } from './channels.ts'

export type OrderFixture = Awaited<ReturnType<typeof createOrderFixture>>

/** A company with a user (Olive) who acts on its orders, and readers for what her actions write. */
export async function createOrderFixture(deps: Deps) {
  const { id: companyId } = await buildCompany(deps.db)
  const actor = { type: 'user', userId: newId(), role: 'ops', name: 'Olive' } as const
  const ctx = companyContext(deps, { actor, origin: noOrigin }, companyId)
  return {
    companyId,
    ctx,
    build: (overrides: Parameters<typeof buildOrder>[2] = {}) => buildOrder(deps, companyId, overrides),
    row: (orderId: string) =>
      ctx.transaction(async (tx) => {
        const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
        return order
      }),
    timeline: (orderId: string) =>
      ctx.transaction((tx) =>
        tx
          .select({
            event: orderEvents.event,
            description: orderEvents.description,
            reason: orderEvents.reason,
            actorName: orderEvents.actorName,
          })
          .from(orderEvents)
          .where(eq(orderEvents.orderId, orderId))
          .orderBy(asc(orderEvents.id)),
      ),
    audit: (orderId: string) =>
      ctx.transaction((tx) =>
        tx
          .select({ action: auditLog.action, changes: auditLog.changes, actorName: auditLog.actorName })
          .from(auditLog)
          .where(and(eq(auditLog.companyId, companyId), eq(auditLog.resourceId, orderId)))
          .orderBy(asc(auditLog.id)),
      ),
    attention: (orderId: string) =>
      ctx.transaction((tx) =>
        tx
          .select({
            code: attentionItems.code,
            reason: attentionItems.reason,
            resolvedAt: attentionItems.resolvedAt,
          })
          .from(attentionItems)
          .where(eq(attentionItems.orderId, orderId))
          .orderBy(asc(attentionItems.id)),
      ),
  }
}

/** A tag with a name of its own. Returns its id. */
export async function buildTag(db: Deps['db'], companyId: string, name?: string): Promise<string> {
  const id = newId()
  const tag = { companyId, id, name: name ?? `Tag ${id.slice(-12)}`, color: 'gray' } as const
  await db.inCompany(companyId, (tx) => tx.insert(orderTags).values(tag))
  return id
}

type Line = Partial<Pick<typeof orderItems.$inferInsert, 'sku' | 'skuId' | 'quantity' | 'unitPrice' | 'title'>>

type Parts = Pick<Deps, 'db' | 'vault'>

type Overrides = Partial<Omit<typeof orders.$inferInsert, 'companyId'>> & {
  items?: Line[]
  /** Null for an order without a customer. */
  customer?: Partial<Person> | null
  attention?: { code: AttentionCode; reason: string }[]
}

const person = {
  email: 'ana@example.com' as string | null,
  phone: '+12065550100' as string | null,
  firstName: 'Ana' as string | null,
  lastName: 'Ruiz' as string | null,
  line1: '1 Main St' as string | null,
  line2: 'Apt 5' as string | null,
}

type Person = typeof person

/** Builds a placed order with a channel, one line, a customer and its first timeline entry; no units are held. */
export async function buildOrder(deps: Parts, companyId: string, overrides: Overrides = {}) {
  const id = overrides.id ?? newId()
  const { items = [{}], customer = {}, attention = [], ...columns } = overrides
  const channelId = columns.channelId === undefined ? (await buildChannel(deps, companyId)).id : columns.channelId
  const buyer = customer && (await buildCustomer(deps, companyId, { ...person, ...customer }))
  const lines = await Promise.all(items.map((line, position) => lineOf(deps, companyId, line, position)))
  const total = lines.reduce((sum, { totalPrice }) => sum + Number(totalPrice), 0).toFixed(2)
  const placedAt = new Date('2026-03-02T09:00:00Z')
  const values = {
    orderNumber: `LS-${id.slice(-8)}`,
    externalOrderId: id.slice(-8),
    customerName: buyer?.name ?? null,
    customerId: buyer?.id ?? null,
    shippingAddressId: buyer?.addressId ?? null,
    subtotal: total,
    total,
    placedAt,
    ...columns,
  }
  const waiting = attention.map((item) => ({ raisedAt: values.placedAt, ...item, companyId, id: newId(), orderId: id }))
  await deps.db.inCompany(companyId, async (tx) => {
    await tx.insert(orders).values({ ...values, channelId, companyId, id })
    await tx.insert(orderItems).values(lines.map((line) => ({ ...line, companyId, orderId: id })))
    const begun = {
      event: 'order.placed',
      description: 'Order placed',
      actorType: 'webhook',
      actorName: 'Shop',
    } as const
    await tx.insert(orderEvents).values({ ...begun, companyId, id: newId(), orderId: id, occurredAt: values.placedAt })
    if (waiting.length > 0) await tx.insert(attentionItems).values(waiting)
  })
  return { ...values, id, channelId, customer: buyer, items: lines, attention: waiting }
}

async function lineOf({ db }: Parts, companyId: string, line: Line, position: number) {
  const sku = line.skuId === undefined ? await buildSku(db, companyId) : null
  const { quantity = 1, unitPrice = '10.00' } = line
  const totalPrice = (quantity * Number(unitPrice)).toFixed(2)
  const known = { sku: sku?.sku ?? 'AS-SOLD', skuId: sku?.id ?? null }
  return { ...known, ...line, id: newId(), position, quantity, unitPrice, totalPrice }
}

async function buildCustomer({ db, vault }: Parts, companyId: string, { line1, line2, ...who }: Person) {
  const [id, addressId] = [newId(), newId()]
  const keeper = { vault, companyId }
  const name = [who.firstName, who.lastName].filter(Boolean).join(' ') || null
  await db.inCompany(companyId, async (tx) => {
    await tx.insert(customers).values({
      ...who,
      email: encryptPersonal(keeper, 'customers.email', id, who.email),
      phone: encryptPersonal(keeper, 'customers.phone', id, who.phone),
      companyId,
      id,
    })
    await tx.insert(customerAddresses).values({
      line1: encryptPersonal(keeper, 'customer_addresses.line1', addressId, line1),
      line2: encryptPersonal(keeper, 'customer_addresses.line2', addressId, line2),
      recipientName: name,
      city: 'Seattle',
      state: 'WA',
      postalCode: '98101',
      country: 'US',
      customerId: id,
      companyId,
      id: addressId,
    })
  })
  return { id, addressId, name }
}
