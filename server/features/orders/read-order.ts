import { addressProblems, type AddressFields } from '#contract/addresses.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { attentionActors, remedies } from './attention/remedies.ts'
import { unsentUnits } from './fulfillment/news/stand.ts'
import { recordOrderViews } from './note-views.ts'
import { maskPersonal, decryptAddress, decryptPersonal, seesMasked } from './personal-data.ts'
import { parsePromotionSummary } from './promotion-summary.ts'
import { getOrderOrThrow, listItemsOf, listOpenAttentionOf, listTimelineOf } from './queries/order-detail.ts'
import { toOrderRow } from './queries/order-row.ts'
import { countPayloadsOf } from './queries/payloads.ts'
import { listPromotionsOf } from './queries/promotions-of-order.ts'
import { readFulfillments } from './read-fulfillments.ts'

/** The audit log says who saw whose data; those who see them masked have seen none. */
export async function readOrder(ctx: CompanyContext, { orderId }: { orderId: string }): Promise<OrderDetail> {
  const { companyId } = ctx
  const isMasked = seesMasked(ctx)
  return ctx.transaction(async (tx) => {
    const [stored, attentions, fulfillments, items, timeline, promotions, payloadCount] = await Promise.all([
      getOrderOrThrow(tx, companyId, orderId),
      readAttentions(tx, companyId, orderId),
      readFulfillments(tx, companyId, orderId),
      listItemsOf(tx, companyId, orderId),
      listTimelineOf(tx, companyId, orderId),
      listPromotionsOf(tx, companyId, orderId),
      countPayloadsOf(tx, companyId, orderId),
    ])
    const { promotionSummary, fulfillAfter, erasedAt, customer, shippingAddress, ...order } = stored
    if (!isMasked && (customer ?? shippingAddress)) {
      await recordOrderViews(tx, ctx, 'order.view', [orderId])
    }
    const address = shippingAddress && decryptAddress(ctx, shippingAddress)
    return {
      ...toOrderRow(order),
      fulfillAfter: fulfillAfter?.toISOString() ?? null,
      erasedAt: erasedAt?.toISOString() ?? null,
      promotionCodes: parsePromotionSummary(promotionSummary).codes,
      promotions,
      // Who ordered again since is still known, but not as who made this order.
      customer: customer && erasedAt === null ? toShownCustomer(ctx, customer, isMasked) : null,
      shippingAddress: address && isMasked ? maskStreet(address) : address,
      addressProblems: addressProblemsOf(order, address),
      items: items.map((line) => ({ ...line, unsent: unsentUnits(line, fulfillments) })),
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
    whoActs: attentionActors[item.code],
    raisedAt: raisedAt.toISOString(),
  }))
}

type EncryptedCustomer = NonNullable<Awaited<ReturnType<typeof getOrderOrThrow>>['customer']>

function toShownCustomer(ctx: CompanyContext, customer: EncryptedCustomer, isMasked: boolean): EncryptedCustomer {
  const decrypt = (column: 'customers.email' | 'customers.phone', encrypted: string | null) => {
    const plain = decryptPersonal(ctx, column, customer.id, encrypted)
    return isMasked ? maskPersonal(column, plain) : plain
  }
  return {
    ...customer,
    email: decrypt('customers.email', customer.email),
    phone: decrypt('customers.phone', customer.phone),
  }
}

const maskStreet = <Address extends AddressFields>(address: Address): Address => ({
  ...address,
  line1: maskPersonal('customer_addresses.line1', address.line1),
  line2: maskPersonal('customer_addresses.line2', address.line2),
})

type AddressedOrder = Pick<OrderDetail, 'status' | 'customerName'>

/**
 * Of the address itself, not of what is shown of it; an order that has gone needs it no more. Where no recipient is named,
 * the customer is meant.
 */
function addressProblemsOf({ status, customerName }: AddressedOrder, address: AddressFields | null): string[] {
  if (status !== 'placed' && status !== 'acknowledged') return []
  if (!address) return ['There is no shipping address']
  const recipientName = address.recipientName ?? customerName
  return addressProblems({ ...address, recipientName }).map(({ message }) => message)
}
