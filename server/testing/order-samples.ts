import { sampleOrder } from '#contract/public-api-manual.ts'
import type { Deps } from '#server/platform/context.ts'
import { buildSku } from './builders.ts'
import { buildOrder } from './orders.ts'

/** Calls of the orders' endpoints that pass validation, and ids of another company. */
export async function orderSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own, other] = [await buildWaitingOrder(deps, companyId), await buildWaitingOrder(deps, otherCompanyId)]
  const { id: skuId } = await buildSku(deps.db, companyId)
  const attention = { params: { attentionId: own.attentionId }, foreign: { attentionId: other.attentionId } }
  return {
    orders: { list: {}, detail: byOrder(own, other) },
    attention: {
      list: {},
      dismiss: { ...attention, body: { reason: 'The channel rounds' } },
      mapSku: { body: { channelId: own.channelId, code: 'NOBODYS', skuId } },
    },
  }
}

/** The same for the calls by key, which must be the key of the company. */
export async function publicSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own, other] = [await buildWaitingOrder(deps, companyId), await buildWaitingOrder(deps, otherCompanyId)]
  return {
    createOrder: { query: { channelId: own.channelId }, body: sampleOrder },
    order: byOrder(own, other),
    orders: { query: { channelId: own.channelId } },
    inventory: { query: { sku: 'TEE-L' } },
  }
}

type WaitingOrder = Awaited<ReturnType<typeof buildWaitingOrder>>

const byOrder = (own: WaitingOrder, other: WaitingOrder) => ({
  params: { orderId: own.orderId },
  foreign: { orderId: other.orderId },
})

/** An order that waits for a person. */
async function buildWaitingOrder(deps: Deps, companyId: string) {
  const attention = [{ code: 'totals_differ', reason: 'A cent is missing' } as const]
  const order = await buildOrder(deps, companyId, { items: [{ skuId: null, sku: 'NOBODYS' }], attention })
  const [item] = order.attention
  if (!item || !order.channelId) throw new Error('an order was built that waits for nobody')
  return { orderId: order.id, channelId: order.channelId, attentionId: item.id }
}
