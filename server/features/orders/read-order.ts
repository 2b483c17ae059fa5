import { type AddressFields, addressProblems } from '#contract/addresses.ts'
import { currencyAt } from '#contract/amazon-marketplaces.ts'
import { attentionRemedies } from '#contract/attention-remedies.ts'
import type { Fulfillment, Package } from '#contract/fulfillment.ts'
import { asMessage, say } from '#contract/i18n.ts'
import { computeProfit } from '#contract/order-profit.ts'
import { amountParts, type AmountOrigins, type AmountPart, type OrderDetail } from '#contract/orders.ts'
import { trackingUrlOf } from '#contract/tracking.ts'
import { readWaitingLines } from '#server/features/inventory/hold-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { seesMasked } from '#server/platform/redaction.ts'
import { countPayloadsOf } from './actions/list-payloads.ts'
import { attentionActors } from './attention/rules.ts'
import { unsentUnits } from './fulfillment/next-state.ts'
import { unexplainedAmount } from './intake/amounts.ts'
import { parsePromotionSummary } from './intake/order-rows.ts'
import {
  getOrderOrThrow,
  listAttemptsOf,
  listItemsOf,
  listOpenAttentionOf,
  listPackagesOf,
  listPromotionsOf,
  listReplacements,
  listShipmentEventsOf,
  listTimelineOf,
} from './order-detail-queries.ts'
import { toOrderRow } from './order-queries.ts'
import {
  decryptAddress,
  decryptPersonal,
  maskPersonal,
  maskWrittenTexts,
  recordOrderViews,
  showChannelHold,
} from './personal-data.ts'

/** Reading personal data is audited; masked data is not. */
export async function readOrder(ctx: CompanyContext, { orderId }: { orderId: string }): Promise<OrderDetail> {
  const { companyId } = ctx
  const isMasked = seesMasked(ctx)
  return ctx.transaction(async (tx) => {
    const [stored, attentions, fulfillments, items, timeline, promotions, payloadCount, locale] = await Promise.all([
      getOrderOrThrow(tx, companyId, orderId),
      readAttentions(tx, ctx, orderId),
      readFulfillments(tx, ctx, orderId),
      listItemsOf(tx, companyId, orderId),
      listTimelineOf(tx, companyId, orderId),
      listPromotionsOf(tx, companyId, orderId),
      countPayloadsOf(tx, companyId, orderId),
      readCompanyLocale(tx, companyId),
    ])
    const lacking = await readLackingUnits(tx, companyId, orderId, attentions)
    const { promotionSummary, fulfillAfter, erasedAt, customer, shippingAddress, amountOrigins, ...order } = stored
    if (!isMasked && (customer ?? shippingAddress)) {
      await recordOrderViews(tx, ctx, 'order.view', [orderId])
    }
    const address = shippingAddress && decryptAddress(ctx, shippingAddress)
    const detail = {
      ...toOrderRow(order),
      ...shownAmounts(order, amountOrigins ?? {}, items),
      fulfillAfter: fulfillAfter?.toISOString() ?? null,
      erasedAt: erasedAt?.toISOString() ?? null,
      promotionCodes: parsePromotionSummary(promotionSummary).codes,
      promotions,
      // A customer who ordered again is still stored, but must not be shown on an erased order.
      customer: customer && erasedAt === null ? toShownCustomer(ctx, customer, isMasked) : null,
      shippingAddress: address && isMasked ? maskStreet(address) : address,
      addressProblems: addressProblemsOf(order, address),
      items: items.map(({ unitCost: _unitCost, ...line }) => ({
        ...line,
        unsent: unsentUnits(line, fulfillments),
        lacking: lacking.get(line.id) ?? 0,
      })),
      fulfillments,
      attention: attentions[0] ?? null,
      attentions,
      ...(await listReplacements(tx, companyId, orderId)),
      timeline: timeline.map((entry) => toShownEntry(ctx, entry)),
      payloadCount,
      profit: computeProfit(
        {
          ...order,
          total: order.totalAmount,
          isPartial: order.partialReason !== null,
          lines: items,
          shipments: fulfillments,
        },
        locale.currency,
      ),
    }
    return showChannelHold(ctx, isMasked ? maskWrittenTexts(detail) : detail)
  })
}

type StoredEntry = Awaited<ReturnType<typeof listTimelineOf>>[number]

function toShownEntry(ctx: CompanyContext, stored: StoredEntry): OrderDetail['timeline'][number] {
  const { occurredAt, userId, sentences, assignee, description, reason, ...entry } = stored
  const sentence = assignee === null ? sentences?.description : say('Assigned to {assignee}.', { assignee })
  return {
    ...entry,
    description: ctx.inReadersLanguage(sentence ?? asMessage(description)),
    reason: sentences?.reason ? ctx.inReadersLanguage(sentences.reason) : reason,
    isOwnNote: entry.event === 'order.note' && ctx.actor.type === 'user' && userId === ctx.actor.userId,
    occurredAt: occurredAt.toISOString(),
  }
}

type StoredOrder = Omit<Parameters<typeof unexplainedAmount>[0], 'items' | 'total'> & { totalAmount: string }

/** An amount that the channel did not say is null. */
function shownAmounts(
  order: StoredOrder,
  origins: AmountOrigins,
  items: readonly { unitPrice: string; quantity: number; totalPrice: string }[],
) {
  const given = (part: AmountPart, amount: string) => (origins[part] === 'not_given' ? null : amount)
  const lines = items.map(({ totalPrice, ...line }) => ({ ...line, lineTotal: totalPrice }))
  return {
    discountAmount: given('discount', order.discountAmount),
    shippingAmount: given('shipping', order.shippingAmount),
    taxAmount: given('tax', order.taxAmount),
    workedOut: ([...amountParts, 'total'] as const).filter((part) => origins[part] === 'worked_out'),
    unexplained: unexplainedAmount({ ...order, total: order.totalAmount, items: lines }),
  }
}

async function readAttentions(tx: Tx, ctx: CompanyContext, orderId: string): Promise<OrderDetail['attentions']> {
  const items = await listOpenAttentionOf(tx, ctx.companyId, orderId)
  return items.map(({ raisedAt, sentence, ...item }) => ({
    ...item,
    reason: ctx.inReadersLanguage(sentence ?? asMessage(item.reason)),
    remedy: ctx.inReadersLanguage(asMessage(attentionRemedies[item.code])),
    whoActs: attentionActors[item.code],
    raisedAt: raisedAt.toISOString(),
  }))
}

/** Units per line that are not in stock. */
async function readLackingUnits(
  tx: Tx,
  companyId: string,
  orderId: string,
  attentions: OrderDetail['attentions'],
): Promise<Map<string, number>> {
  if (!attentions.some(({ code }) => code === 'not_enough_stock')) return new Map()
  const lines = await readWaitingLines(tx, companyId, [orderId])
  return new Map(lines.map(({ orderItemId, lacking }) => [orderItemId, lacking]))
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
 * Checks the unmasked address of an order that has not been submitted. Without a recipient name, the customer is the
 * recipient.
 */
function addressProblemsOf({ status, customerName }: AddressedOrder, address: AddressFields | null): string[] {
  if (status !== 'placed' && status !== 'acknowledged') return []
  if (!address) return ['There is no shipping address']
  const recipientName = address.recipientName ?? customerName
  return addressProblems({ ...address, recipientName }).map(({ message }) => message)
}

/** All attempts of an order with their parcels and carrier events, newest first. */
async function readFulfillments(tx: Tx, ctx: CompanyContext, orderId: string): Promise<Fulfillment[]> {
  const { companyId } = ctx
  const attempts = await listAttemptsOf(tx, companyId, orderId)
  const ids = attempts.map(({ id }) => id)
  const parcels = await listPackagesOf(tx, companyId, ids)
  const events = Map.groupBy(await listShipmentEventsOf(tx, companyId, ids), ({ packageId }) => packageId)
  const parcelsOf = Map.groupBy(
    parcels.map((parcel) => ({ fulfillmentId: parcel.fulfillmentId, shown: toPackage(parcel, events.get(parcel.id)) })),
    ({ fulfillmentId }) => fulfillmentId,
  )
  return attempts.map((attempt) =>
    toFulfillment(ctx, attempt, parcelsOf.get(attempt.id)?.map(({ shown }) => shown) ?? []),
  )
}

type Attempt = Awaited<ReturnType<typeof listAttemptsOf>>[number]

type Parcel = Awaited<ReturnType<typeof listPackagesOf>>[number]

type ShipmentEvent = Awaited<ReturnType<typeof listShipmentEventsOf>>[number]

const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

const toFulfillment = (ctx: CompanyContext, attempt: Attempt, parcels: Package[]): Fulfillment => ({
  id: attempt.id,
  attempt: attempt.attempt,
  provider: attempt.provider,
  externalFulfillmentId: attempt.externalFulfillmentId ?? '',
  status: attempt.status,
  externalStatus: attempt.externalStatus,
  shippingSpeed: attempt.shippingSpeed,
  estimatedShipDate: isoOf(attempt.estimatedShipDate),
  estimatedDeliveryDate: isoOf(attempt.estimatedDeliveryDate),
  shippingCost: attempt.shippingCost,
  shippingCostCurrency: currencyAt(attempt.marketplaceId ?? ''),
  trackingNumbers: attempt.trackingNumbers,
  carrier: attempt.carrier,
  createdAt: attempt.createdAt.toISOString(),
  submittedAt: isoOf(attempt.submittedAt),
  acceptedAt: isoOf(attempt.acceptedAt),
  cancelRequestedAt: isoOf(attempt.cancelRequestedAt),
  cancelPurpose: attempt.cancelPurpose,
  checkedAt: isoOf(attempt.checkedAt),
  error: attempt.error === null ? null : { code: attempt.errorCode, message: translateStored(ctx, attempt.error) },
  items: attempt.items,
  packages: parcels,
})

const toPackage = (parcel: Parcel, events: readonly ShipmentEvent[] = []): Package => ({
  id: parcel.id,
  packageNumber: parcel.packageNumber,
  carrier: parcel.carrier,
  trackingNumber: parcel.trackingNumber,
  trackingUrl: parcel.trackingUrl ?? trackingUrlOf(parcel.carrier, parcel.trackingNumber),
  carrierStatus: parcel.carrierStatus,
  estimatedArrival: isoOf(parcel.estimatedArrival),
  shippedAt: isoOf(parcel.shippedAt),
  deliveredAt: isoOf(parcel.deliveredAt),
  deliverySource: parcel.deliverySource,
  reportedAt: isoOf(parcel.reportedAt),
  items: parcel.items,
  events: events.map(({ id, eventType, description, location, timestamp }) => ({
    id,
    eventType,
    description,
    location,
    timestamp: timestamp.toISOString(),
  })),
})
