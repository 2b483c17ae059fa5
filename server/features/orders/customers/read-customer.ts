import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type CustomerDetail, shownOfCustomer } from '#contract/customers.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { recordPersonalDataViews } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { seesMasked } from '#server/platform/redaction.ts'
import { addressFields } from '../order-detail-queries.ts'
import { channelOfOrder, orderRowFields, toOrderRow } from '../order-queries.ts'
import { decryptAddress, decryptPersonal, maskPersonal, showChannelHold } from '../personal-data.ts'

/** Reading personal data is audited; masked data is not. */
export async function readCustomer(
  ctx: CompanyContext,
  { customerId }: { customerId: string },
): Promise<CustomerDetail> {
  const { companyId } = ctx
  const isMasked = seesMasked(ctx)
  return ctx.transaction(async (tx) => {
    const { firstName, lastName, erasedAt, ...contact } = await getCustomerOrThrow(tx, companyId, customerId)
    const [figures, addresses, rows, messages] = await Promise.all([
      readFigures(tx, companyId, customerId),
      listAddresses(tx, companyId, customerId),
      listOrders(tx, companyId, customerId),
      listMessages(tx, companyId, customerId),
    ])
    if (!isMasked && erasedAt === null) {
      await recordPersonalDataViews(tx, ctx, {
        action: 'customer.view',
        resource: 'customer',
        resourceIds: [customerId],
      })
    }
    return {
      id: customerId,
      // Guests have their name on the order only.
      name: [firstName, lastName].filter(Boolean).join(' ') || (rows[0]?.customerName ?? null),
      ...shownContact(ctx, contact, isMasked),
      erasedAt: erasedAt?.toISOString() ?? null,
      ...figures,
      addresses: addresses.map((address) => shownAddress(ctx, address, isMasked)),
      orders: rows.map((row) => showChannelHold(ctx, row)),
      messages: messages.map(({ createdAt, ...message }) => ({ ...message, createdAt: createdAt.toISOString() })),
    }
  })
}

async function getCustomerOrThrow(tx: Tx, companyId: string, customerId: string) {
  const { id, firstName, lastName, email, phone, erasedAt } = customers
  const [found] = await tx
    .select({ id, firstName, lastName, email, phone, erasedAt })
    .from(customers)
    .where(and(eq(customers.companyId, companyId), eq(customers.id, customerId)))
  if (!found) throw new AppError('not_found', say('This customer doesn’t exist.'))
  return found
}

type Contact = { id: string; email: string | null; phone: string | null }

function shownContact(ctx: CompanyContext, contact: Contact, isMasked: boolean) {
  const shown = (column: 'customers.email' | 'customers.phone', encrypted: string | null) => {
    const plain = decryptPersonal(ctx, column, contact.id, encrypted)
    return isMasked ? maskPersonal(column, plain) : plain
  }
  return { email: shown('customers.email', contact.email), phone: shown('customers.phone', contact.phone) }
}

type StoredAddress = Awaited<ReturnType<typeof listAddresses>>[number]

function shownAddress(ctx: CompanyContext, stored: StoredAddress, isMasked: boolean) {
  const address = decryptAddress(ctx, stored)
  if (!isMasked) return address
  return {
    ...address,
    line1: maskPersonal('customer_addresses.line1', address.line1),
    line2: maskPersonal('customer_addresses.line2', address.line2),
  }
}

/** An erased order does not name its customer, even if a later order keeps the customer known. */
const isTheirs = (companyId: string, customerId: string) =>
  and(eq(orders.companyId, companyId), eq(orders.customerId, customerId), isNull(orders.erasedAt))

type Figures = Pick<CustomerDetail, 'orderCount' | 'firstOrderAt' | 'lastOrderAt' | 'totals'>

type FigureRecord = { currency: string; placed: number; paid: number; amount: string; first: string; last: string }

async function readFigures(tx: Tx, companyId: string, customerId: string): Promise<Figures> {
  const { rows } = await tx.execute<FigureRecord>(sql`
    select currency, count(*)::int as placed, count(*) filter (where status <> 'cancelled')::int as paid,
      coalesce(sum(greatest(total - refunded_amount, 0)) filter (where status <> 'cancelled'), 0)::numeric(14, 2)::text as amount,
      min(placed_at) as first, max(placed_at) as last
    from orders where ${isTheirs(companyId, customerId)} group by currency order by count(*) desc, currency`)
  const moments = (pick: (row: FigureRecord) => string) => rows.map((row) => isoOrNull(pick(row)) ?? '').toSorted()
  return {
    orderCount: rows.reduce((sum, { placed }) => sum + placed, 0),
    firstOrderAt: moments(({ first }) => first)[0] ?? null,
    lastOrderAt: moments(({ last }) => last).at(-1) ?? null,
    totals: rows.flatMap(({ currency, amount, paid }) => (paid > 0 ? [{ currency, amount, orders: paid }] : [])),
  }
}

const listAddresses = (tx: Tx, companyId: string, customerId: string) =>
  tx
    .select(addressFields)
    .from(customerAddresses)
    .where(and(eq(customerAddresses.companyId, companyId), eq(customerAddresses.customerId, customerId)))
    .orderBy(desc(customerAddresses.isDefault), desc(customerAddresses.id))

async function listOrders(tx: Tx, companyId: string, customerId: string) {
  const rows = await tx
    .select(orderRowFields)
    .from(orders)
    .leftJoin(channels, channelOfOrder)
    .where(isTheirs(companyId, customerId))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(shownOfCustomer.orders)
  return rows.map(toOrderRow)
}

const listMessages = (tx: Tx, companyId: string, customerId: string) =>
  tx
    .select({
      id: notifications.id,
      type: notifications.type,
      method: notifications.method,
      status: notifications.status,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.companyId, companyId),
        eq(notifications.customerId, customerId),
        eq(notifications.audience, 'customer'),
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(shownOfCustomer.messages)
