import { problemsOfAddress, type KnownAddress } from '#contract/addresses.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { actors, remedies } from './attention/remedies.ts'
import { unsentOf } from './fulfillment/news/stand.ts'
import { noteViews } from './note-views.ts'
import { maskPersonal, openAddress, openPersonal, seesMasked } from './personal-data.ts'
import { readSummary } from './promotion-summary.ts'
import { getOrderOrThrow, listItemsOf, listOpenAttentionOf, readTimeline } from './queries/order-detail.ts'
import { toOrderRow } from './queries/order-row.ts'
import { countPayloadsOf } from './queries/payloads.ts'
import { listPromotionsOf } from './queries/promotions-of-order.ts'
import { readFulfillments } from './read-fulfillments.ts'

/** The audit log says who saw whose data; those who see them masked have seen none. */
export async function readOrder(ctx: CompanyContext, { orderId }: { orderId: string }): Promise<OrderDetail> {
  const { companyId } = ctx
  const isMasked = seesMasked(ctx)
  return ctx.transaction(async (tx) => {
    const [kept, attentions, fulfillments, items, timeline, promotions, payloadCount] = await Promise.all([
      getOrderOrThrow(tx, companyId, orderId),
      readAttentions(tx, companyId, orderId),
      readFulfillments(tx, companyId, orderId),
      listItemsOf(tx, companyId, orderId),
      readTimeline(tx, companyId, orderId),
      listPromotionsOf(tx, companyId, orderId),
      countPayloadsOf(tx, companyId, orderId),
    ])
    const { promotionSummary, fulfillAfter, erasedAt, customer, shippingAddress, ...order } = kept
    if (!isMasked && (customer ?? shippingAddress)) {
      await noteViews(tx, ctx, 'order.view', [orderId])
    }
    const address = shippingAddress && openAddress(ctx, shippingAddress)
    return {
      ...toOrderRow(order),
      fulfillAfter: fulfillAfter?.toISOString() ?? null,
      erasedAt: erasedAt?.toISOString() ?? null,
      promotionCodes: readSummary(promotionSummary).codes,
      promotions,
      // Who ordered again since is still known, but not as who made this order.
      customer: customer && erasedAt === null ? shownCustomer(ctx, customer, isMasked) : null,
      shippingAddress: address && isMasked ? maskStreet(address) : address,
      addressProblems: addressProblemsOf(order, address),
      items: items.map((line) => ({ ...line, unsent: unsentOf(line, fulfillments) })),
      fulfillments,
      attention: attentions[0] ?? null,
      attentions,
      timeline: timeline.map(({ occurredAt, ...entry }) => ({ ...entry, occurredAt: occurredAt.toISOString() })),
      payloadCount,
    }
  })
}

async function readAttentions(tx: Tx, companyId: string, orderId: string): Promise<OrderDetail['attentions']> {
  const items = await listOpenAttentionOf(tx, companyId, orderId)
  return items.map(({ raisedAt, ...item }) => ({
    ...item,
    remedy: remedies[item.code],
    whoActs: actors[item.code],
    raisedAt: raisedAt.toISOString(),
  }))
}

type SealedCustomer = NonNullable<Awaited<ReturnType<typeof getOrderOrThrow>>['customer']>

function shownCustomer(ctx: CompanyContext, customer: SealedCustomer, isMasked: boolean): SealedCustomer {
  const read = (column: 'customers.email' | 'customers.phone', sealed: string | null) => {
    const plain = openPersonal(ctx, column, customer.id, sealed)
    return isMasked ? maskPersonal(column, plain) : plain
  }
  return {
    ...customer,
    email: read('customers.email', customer.email),
    phone: read('customers.phone', customer.phone),
  }
}

const maskStreet = <Address extends KnownAddress>(address: Address): Address => ({
  ...address,
  line1: maskPersonal('customer_addresses.line1', address.line1),
  line2: maskPersonal('customer_addresses.line2', address.line2),
})

type Addressed = Pick<OrderDetail, 'status' | 'customerName'>

/**
 * Of the address itself, not of what is shown of it; an order that has gone needs it no more. Where no recipient is named,
 * the customer is meant.
 */
function addressProblemsOf({ status, customerName }: Addressed, address: KnownAddress | null): string[] {
  if (status !== 'placed' && status !== 'acknowledged') return []
  if (!address) return ['There is no shipping address']
  const recipientName = address.recipientName ?? customerName
  return problemsOfAddress({ ...address, recipientName }).map(({ message }) => message)
}
