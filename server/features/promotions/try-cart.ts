import type { TrialReply } from '#contract/carts.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { priceCart } from '#contract/pricing/price-cart.ts'
import type { promotionsApi } from '#contract/promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readAllRules } from './queries/rules.ts'
import { assertChannelsExist } from './refuse-unknown-channels.ts'

/** Uses are those counted and kept by now, whatever the time of the cart. */
export async function tryCart(
  ctx: CompanyContext,
  { items, promotionCodes, channelId, at }: ParsedInputOf<typeof promotionsApi.try>,
): Promise<TrialReply> {
  const now = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    await assertChannelsExist(tx, ctx.companyId, 'channelId', channelId === null ? [] : [channelId])
    const rules = await readAllRules(tx, { companyId: ctx.companyId, now })
    const cart = {
      lines: items,
      codes: promotionCodes,
      channelId,
      currency: rules.currency,
      at: at === undefined ? now : new Date(at),
    }
    return { currency: rules.currency, ...priceCart(rules, cart) }
  })
}
