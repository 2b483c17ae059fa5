import { GraphQLError, type GraphQLResolveInfo } from 'graphql'
import type { MutationCall } from '../emulator.ts'
import { logLevel } from '../inventory/levels.ts'
import { type SetInput, setQuantities } from '../inventory/set-quantities.ts'
import {
  correctTracking,
  createFulfillment,
  deliverFulfillment,
  type FulfillmentInput,
} from '../orders/fulfillments.ts'
import type { Tracking } from '../orders/order.ts'
import { findVariantOfItem, gid, nextId, numberIn, type Shop, type Variant } from '../state.ts'

/** The root of mutations. */
export function createMutations(call: MutationCall): object {
  const { shop, version, now } = call
  return {
    inventorySetQuantities: (given: { input: SetInput }, _context: unknown, info: GraphQLResolveInfo) =>
      setQuantities(shop, version, given.input, idempotencyKey(info), now),
    inventoryActivate: (given: ActivateArguments, _context: unknown, info: GraphQLResolveInfo) => {
      idempotencyKey(info)
      return activate(shop, given, now)
    },
    productVariantsBulkUpdate: (given: PriceArguments) => setPrices(shop, given),
    fulfillmentCreate: ({ fulfillment }: { fulfillment: FulfillmentInput }) => createFulfillment(call, fulfillment),
    fulfillmentTrackingInfoUpdate: (given: { fulfillmentId: string; trackingInfoInput: Partial<Tracking> }) =>
      correctTracking(call, given.fulfillmentId, given.trackingInfoInput),
    fulfillmentEventCreate: ({ fulfillmentEvent }: { fulfillmentEvent: EventInput }) =>
      deliverFulfillment(call, fulfillmentEvent),
    orderCancel: (given: CancelArguments) => beginCancellation(call, given),
    webhookSubscriptionCreate: (given: SubscribeArguments) => subscribe(call, given),
    webhookSubscriptionDelete: ({ id }: { id: string }) => unsubscribe(shop, id),
  }
}

type EventInput = { fulfillmentId: string; status: string; happenedAt?: string }

/** The schema does not say so, but since 2026-04 these mutations need the directive, on the field. */
function idempotencyKey({ fieldNodes: [field], variableValues }: GraphQLResolveInfo): string {
  const directive = field?.directives?.find(({ name }) => name.value === 'idempotent')
  const value = directive?.arguments?.find(({ name }) => name.value === 'key')?.value
  const key =
    value?.kind === 'Variable'
      ? variableValues.coerced[value.name.value]
      : value?.kind === 'StringValue'
        ? value.value
        : null
  if (typeof key === 'string' && key) return key
  throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
    extensions: { code: 'BAD_REQUEST' },
  })
}

type ActivateArguments = { inventoryItemId: string; locationId: string; available?: number }

function activate(shop: Shop, { inventoryItemId, locationId, available }: ActivateArguments, now: Date) {
  const variant = findVariantOfItem(shop, inventoryItemId)
  const location = shop.locations.find((one) => one.id === numberIn('Location', locationId))
  if (!variant || !location) {
    return { inventoryLevel: null, userErrors: [{ field: ['inventoryItemId'], message: 'The item was not found.' }] }
  }
  if (!variant.levels[location.id]) {
    variant.levels[location.id] = { available: available ?? 0, committed: 0 }
    logLevel(shop, variant, location.id, 'app', now)
  }
  return { inventoryLevel: { isActive: true }, userErrors: [] }
}

type PriceArguments = {
  productId: string
  variants: { id?: string; price?: string; compareAtPrice?: string | null }[]
}

function setPrices(shop: Shop, { productId, variants }: PriceArguments) {
  const product = numberIn('Product', productId)
  const changed: Variant[] = []
  const userErrors: object[] = []
  for (const [index, { id, price, compareAtPrice }] of variants.entries()) {
    const variant = shop.variants.find((one) => one.id === numberIn('ProductVariant', id) && one.productId === product)
    if (!variant) {
      userErrors.push({
        code: null,
        field: ['variants', String(index), 'id'],
        message: 'Product variant does not exist',
      })
      continue
    }
    if (price !== undefined) variant.priceCents = Math.round(Number(price) * 100)
    if (compareAtPrice !== undefined) {
      variant.compareAtCents = compareAtPrice === null ? null : Math.round(Number(compareAtPrice) * 100)
    }
    changed.push(variant)
  }
  const productVariants = changed.map(({ id, priceCents }) => ({
    id: gid('ProductVariant', id),
    price: (priceCents / 100).toFixed(2),
  }))
  return { productVariants, userErrors }
}

type CancelArguments = { orderId: string; reason: string; staffNote?: string | null }

/** Cancelling is a job: `cancelledAt` appears a moment later. */
function beginCancellation({ emulator, shop, now }: MutationCall, { orderId, reason, staffNote }: CancelArguments) {
  const order = shop.orders.find(({ id }) => id === numberIn('Order', orderId))
  const refuse = (code: string, message: string) => ({
    job: null,
    orderCancelUserErrors: [{ code, field: ['orderId'], message }],
  })
  if (!order) return refuse('NOT_FOUND', 'Order does not exist')
  if (order.cancelledAt) return refuse('INVALID', 'Order has already been cancelled')
  if (order.fulfillments.length > 0) return refuse('INVALID', 'Cannot cancel an order that has been fulfilled')
  order.cancelReason = reason
  order.staffNote = staffNote ?? null
  order.cancelDueAt ??= new Date(now.getTime() + emulator.state.cancelSeconds * 1000).toISOString()
  return { job: { id: gid('Job', order.id), done: false }, orderCancelUserErrors: [] }
}

type SubscribeArguments = { topic: string; webhookSubscription: { uri?: string; format?: string } }

function subscribe(
  { emulator: { state }, shop, now }: MutationCall,
  { topic, webhookSubscription }: SubscribeArguments,
) {
  const { uri } = webhookSubscription
  const refuse = (message: string) => ({
    webhookSubscription: null,
    userErrors: [{ field: ['webhookSubscription'], message }],
  })
  if (!uri || !URL.canParse(uri)) return refuse('Address is invalid')
  if (topic.startsWith('ORDERS_') && !shop.scopes.some((scope) => scope.endsWith('_orders'))) {
    return refuse('You do not have permission to create or update webhooks with this topic.')
  }
  if (shop.subscriptions.some((one) => one.topic === topic && one.uri === uri)) {
    return refuse('Address for this topic has already been taken')
  }
  const id = nextId(state)
  shop.subscriptions.push({ id, topic, uri, createdAt: now.toISOString(), failures: 0 })
  return { webhookSubscription: { id: gid('WebhookSubscription', id) }, userErrors: [] }
}

function unsubscribe(shop: Shop, id: string) {
  const number = numberIn('WebhookSubscription', id)
  const before = shop.subscriptions.length
  shop.subscriptions = shop.subscriptions.filter((one) => one.id !== number)
  return shop.subscriptions.length < before
    ? { deletedWebhookSubscriptionId: id, userErrors: [] }
    : {
        deletedWebhookSubscriptionId: null,
        userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
      }
}
