import { publicManual, sampleOrder } from '#contract/public-api-manual.ts'
import { sellerFulfillmentOrderId } from '#server/features/orders/fulfillment/amazon-order-id.ts'
import type { Deps } from '#server/platform/context.ts'
import { orderBatches, orderBatchItems } from '#server/platform/db/schema/order-batches.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { savedViews } from '#server/platform/db/schema/saved-views.ts'
import { newId } from '#server/platform/ids.ts'
import { buildSku } from '../builders.ts'
import { buildOrder, buildTag } from '../order-fixture.ts'
import { buildPromotion, buildRedemption } from '../promotions.ts'
import { buildAccount } from '../stock-sync-fixture.ts'
import { buildFulfillment, buildOwnParcel, changeSettings, countStock } from '../stock.ts'

/** Valid sample inputs of the orders' endpoints, and ids of another company. Views are the viewer's own. */
export async function orderSamples(deps: Deps, companyId: string, otherCompanyId: string, viewerId: string) {
  const [own, other] = [await buildWaitingOrder(deps, companyId), await buildWaitingOrder(deps, otherCompanyId)]
  const { id: skuId } = await buildSku(deps.db, companyId)
  const orders = await buildOrdersByStatus(deps, companyId)
  const [substituted, inStock] = [await orders.placed(), await orders.inStock()]
  const on = (order: { id: string }) => ({ params: { orderId: order.id }, foreign: { orderId: other.orderId } })
  const byBatch = {
    params: { batchId: await buildBatch(deps, companyId, own.orderId) },
    foreign: { batchId: await buildBatch(deps, otherCompanyId, other.orderId) },
  }
  const byView = {
    params: { viewId: await buildView(deps, companyId, viewerId) },
    foreign: { viewId: await buildView(deps, otherCompanyId, viewerId) },
  }
  return {
    orders: {
      list: {},
      export: { query: { format: 'csv' } },
      detail: byOrder(own, other),
      payloads: byOrder(own, other),
      packingSlip: byOrder(own, other),
      packingSlips: { query: { orderIds: own.orderId } },
      acknowledge: on(await orders.placed()),
      preview: { ...on(await orders.placed()), body: {} },
      fulfill: { ...on(await orders.placed()), body: {} },
      resend: { ...on(await orders.placed()), body: {} },
      ship: { ...on(await orders.placed()), body: sampleTracking },
      correctTracking: { ...(await ownParcels(deps, companyId, otherCompanyId)), body: sampleTracking },
      markDelivered: await ownParcels(deps, companyId, otherCompanyId),
      markNotDelivered: await ownParcels(deps, companyId, otherCompanyId),
      cancel: { ...on(await orders.placed()), body: {} },
      cancelAndResend: { ...on(await orders.sent()), body: {} },
      closeShipped: on(await orders.shippedByChannel()),
      restore: on(await orders.cancelled()),
      hold: { ...on(await orders.placed()), body: { reason: 'Fraud check' } },
      release: on(await orders.held()),
      addNote: { ...on(await orders.placed()), body: { text: 'Called the customer' } },
      ...(await noteSamples(deps, companyId, otherCompanyId, viewerId)),
      editAddress: { ...on(await orders.placed()), body: sampleAddress },
      substitute: { ...on(substituted), body: { orderItemId: substituted.items[0]?.id, skuId: inStock.id } },
      requestReview: on(await orders.delivered()),
    },
    manualOrders: { create: { body: sampleManualOrder(newId(), inStock.id) } },
    waiting: { count: {} },
    fulfillment: { settings: {}, updateSettings: { body: { healStuckOrders: true } } },
    orderBatches: {
      start: { body: { action: 'acknowledge', orderIds: [own.orderId] } },
      fees: { body: { orderIds: [own.orderId] } },
      read: byBatch,
      stop: byBatch,
    },
    orderTags: await tagSamples(deps, companyId, { own, otherCompanyId }),
    orderAssignments: { people: {}, assign: { body: { orderIds: [own.orderId], userId: null } } },
    bell: { list: {}, markRead: { body: {} } },
    savedViews: viewSamples(byView),
    dashboard: { today: {}, metrics: {}, fulfillmentHealth: {}, recentOrders: {} },
    firstSteps: { read: {}, decide: { body: { decision: 'keep_no_buffer' } }, testOrder: {} },
    attention: await attentionSamples(deps, companyId, { own, other, skuId }),
  }
}

async function tagSamples(deps: Deps, companyId: string, { own, otherCompanyId }: TagSubjects) {
  const foreign = { tagId: await buildTag(deps.db, otherCompanyId) }
  const byTag = async () => ({ params: { tagId: await buildTag(deps.db, companyId) }, foreign })
  const tag = await byTag()
  return {
    list: {},
    counts: {},
    create: { body: { name: 'Gift', color: 'blue' } },
    update: { ...tag, body: { color: 'red' } },
    merge: { ...(await byTag()), body: { intoTagId: tag.params.tagId } },
    remove: await byTag(),
    tagOrders: { body: { orderIds: [own.orderId], add: [tag.params.tagId] } },
  }
}

type TagSubjects = { own: WaitingOrder; otherCompanyId: string }

const viewSamples = (byView: { params: { viewId: string }; foreign: { viewId: string } }) => ({
  list: {},
  create: { body: { name: 'To ship', filters: { status: 'placed' } } },
  update: { ...byView, body: { isShared: true } },
  remove: byView,
})
/** Notes of the viewer's own. */
async function noteSamples(deps: Deps, companyId: string, otherCompanyId: string, userId: string) {
  const noteOf = async (company: string) => {
    const [order, noteId] = [await buildOrder(deps, company), newId()]
    const note = {
      event: 'order.note',
      description: 'Note',
      reason: 'Call',
      actorType: 'user',
      actorName: 'Ana',
    } as const
    const at = { occurredAt: deps.clock.now() }
    await deps.db.inCompany(company, (tx) =>
      tx.insert(orderEvents).values({ companyId: company, id: noteId, orderId: order.id, userId, ...note, ...at }),
    )
    return { orderId: order.id, noteId }
  }
  const byNote = async () => ({ params: await noteOf(companyId), foreign: await noteOf(otherCompanyId) })
  return { editNote: { ...(await byNote()), body: { text: 'Called twice' } }, deleteNote: await byNote() }
}

const sampleManualOrder = (requestId: string, skuId: string) => ({
  requestId,
  address: sampleAddress,
  items: [{ skuId, quantity: 1, unitPrice: '19.00' }],
})

type AttentionSubjects = { own: WaitingOrder; other: WaitingOrder; skuId: string }

async function attentionSamples(deps: Deps, companyId: string, { own, other, skuId }: AttentionSubjects) {
  const attention = { params: { attentionId: own.attentionId }, foreign: { attentionId: other.attentionId } }
  return {
    list: {},
    dismiss: { ...attention, body: { reason: 'The channel rounds' } },
    waitForStock: {
      params: { attentionId: await buildShortOrder(deps, companyId) },
      foreign: { attentionId: other.attentionId },
      body: { waits: true },
    },
    skuChoices: { query: { channelId: own.channelId, code: 'NOBODYS' } },
    mapSku: { body: { channelId: own.channelId, code: 'NOBODYS', skuId } },
    unmapSku: { body: { channelId: own.channelId, code: 'NOBODYS', skuId } },
  }
}

/** The same for the endpoints by API key. */
export async function publicSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own, other] = [await buildWaitingOrder(deps, companyId), await buildWaitingOrder(deps, otherCompanyId)]
  return {
    createOrder: { query: { channelId: own.channelId }, body: sampleOrder },
    order: byOrder(own, other),
    orders: { query: { channelId: own.channelId } },
    ship: {
      params: { orderId: own.orderNumber },
      foreign: { orderId: other.orderNumber },
      body: sampleTracking,
    },
    inventory: { query: { sku: 'TEE-L' } },
    quote: { query: { channelId: own.channelId }, body: publicManual.quote.body },
  }
}

/** The attention item of an order that lacks units. */
async function buildShortOrder(deps: Deps, companyId: string): Promise<string> {
  const attention = [{ code: 'not_enough_stock', reason: 'Not enough stock for MUG (1 ordered).' } as const]
  const order = await buildOrder(deps, companyId, { attention })
  return order.attention[0]?.id ?? ''
}

type WaitingOrder = Awaited<ReturnType<typeof buildWaitingOrder>>

const byOrder = (own: WaitingOrder, other: WaitingOrder) => ({
  params: { orderId: own.orderId },
  foreign: { orderId: other.orderId },
})

/** An order with an attention item. */
async function buildWaitingOrder(deps: Deps, companyId: string) {
  const attention = [{ code: 'totals_differ', reason: 'A cent is missing' } as const]
  const order = await buildOrder(deps, companyId, { items: [{ skuId: null, sku: 'NOBODYS' }], attention })
  const [item] = order.attention
  if (!item || !order.channelId) throw new Error('an order was built that waits for nobody')
  return { orderId: order.id, orderNumber: order.orderNumber, channelId: order.channelId, attentionId: item.id }
}

/** Builders of orders in the state that each action needs, for a company that can submit them and mails its customers. */
async function buildOrdersByStatus(deps: Deps, companyId: string) {
  await changeSettings(deps.db, companyId, { customerEmail: true })
  const integrationId = await buildAccount(deps, companyId)
  const { id: skuId, sku } = await buildSku(deps.db, companyId, { stockHolder: 'amazon' })
  await countStock(deps.db, companyId, skuId, { available: 100 })
  const sixDaysAgo = new Date(deps.clock.now().getTime() - 6 * 24 * 3600 * 1000)
  const build = (overrides: Parameters<typeof buildOrder>[2] = {}) =>
    buildOrder(deps, companyId, { items: [{ skuId, sku }], ...overrides })
  const inStock = async () => {
    const other = await buildSku(deps.db, companyId)
    await countStock(deps.db, companyId, other.id, { available: 100 })
    return other
  }
  return {
    inStock,
    placed: () => build(),
    held: () => build({ heldAt: sixDaysAgo, holdReason: 'Fraud check' }),
    shippedByChannel: () => build({ attention: [{ code: 'shipped_by_channel', reason: 'The shop says so' }] }),
    cancelled: () => build({ status: 'cancelled', cancelledAt: sixDaysAgo }),
    delivered: () => build({ status: 'delivered', shippedAt: sixDaysAgo, deliveredAt: sixDaysAgo }),
    sent: async () => {
      const order = await build({ status: 'sent_to_fulfillment' })
      const externalFulfillmentId = sellerFulfillmentOrderId(order, 1)
      await buildFulfillment(deps.db, companyId, order, { integrationId, externalFulfillmentId, status: 'received' })
      return order
    },
  }
}

const sampleTracking = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }

async function ownParcels(deps: Deps, companyId: string, otherCompanyId: string) {
  const parcelOf = async (company: string) => {
    const order = await buildOrder(deps, company, { status: 'shipped' })
    return { orderId: order.id, packageId: await buildOwnParcel(deps.db, company, order) }
  }
  return { params: await parcelOf(companyId), foreign: await parcelOf(otherCompanyId) }
}

const sampleAddress = {
  recipientName: 'Ana Ruiz',
  line1: '2 Main St',
  line2: null,
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}

async function buildBatch({ db, clock }: Deps, companyId: string, orderId: string): Promise<string> {
  const id = newId()
  const batch = { companyId, id, action: 'hold', reason: 'Fraud check', startedAt: clock.now() } as const
  await db.inCompany(companyId, async (tx) => {
    await tx.insert(orderBatches).values({ ...batch, userId: newId(), userName: 'Olive' })
    await tx.insert(orderBatchItems).values({ companyId, batchId: id, orderId, position: 0 })
  })
  return id
}

async function buildView({ db }: Deps, companyId: string, userId: string): Promise<string> {
  const id = newId()
  const view = { companyId, id, userId, screen: 'orders', name: `Held ${id.slice(-6)}`, filters: { flag: 'held' } }
  await db.inCompany(companyId, (tx) => tx.insert(savedViews).values({ ...view, isShared: true }))
  return id
}

/** Valid sample inputs of the promotions' endpoints, and ids of another company. */
export async function promotionSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own, other] = [await buildUsedPromotion(deps, companyId), await buildUsedPromotion(deps, otherCompanyId)]
  const promotion = { params: { promotionId: own }, foreign: { promotionId: other } }
  return {
    promotions: {
      list: {},
      create: { body: { title: 'Fall sale', code: 'FALL10', value: '10' } },
      usage: { query: { promotionId: own, days: '7' } },
      try: { body: { items: [{ quantity: 2, unitPrice: '19.00' }], promotionCodes: ['fall10'] } },
      detail: promotion,
      update: { ...promotion, body: { version: 1, description: 'For everybody' } },
      activate: promotion,
      deactivate: promotion,
      end: { ...promotion, params: { promotionId: (await buildPromotion(deps.db, companyId)).id } },
      redemptions: promotion,
    },
  }
}

async function buildUsedPromotion(deps: Deps, companyId: string): Promise<string> {
  const { id: promotionId } = await buildPromotion(deps.db, companyId)
  const { id: orderId } = await buildOrder(deps, companyId)
  await buildRedemption(deps.db, companyId, { promotionId, orderId })
  return promotionId
}

/** Valid sample inputs of the privacy endpoints, and ids of another company. */
export async function privacySamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const customerOf = async (company: string) => {
    const delivered = { status: 'delivered', deliveredAt: deps.clock.now() } as const
    const { customer } = await buildOrder(deps, company, delivered)
    return customer?.id ?? ''
  }
  const foreign = { customerId: await customerOf(otherCompanyId) }
  return {
    customers: { detail: { params: { customerId: await customerOf(companyId) }, foreign } },
    privacy: {
      find: { query: { search: 'dana@example.com' } },
      export: { params: { customerId: await customerOf(companyId) }, foreign },
      erase: { params: { customerId: await customerOf(companyId) }, foreign },
    },
  }
}
