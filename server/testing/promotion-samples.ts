import type { Deps } from '#server/platform/context.ts'
import { buildOrder } from './orders.ts'
import { buildPromotion, buildRedemption } from './promotions.ts'

/** Calls of the promotions' endpoints that pass validation, and ids of another company. */
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
