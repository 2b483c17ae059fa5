import type { QuoteReply } from '#contract/carts.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { priceCart } from '#contract/pricing/price-cart.ts'
import type { PricedCart } from '#contract/pricing/promotion-rule.ts'
import type { publicApi } from '#contract/public-api.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { resolveKeyChannel } from '#server/platform/http/api-key-auth.ts'
import { readCandidates, readLockedCandidates } from '../queries/rules.ts'
import { getChannelOrThrow } from './queries.ts'
import { reserveUses, releaseReservedUses } from './reserved-uses.ts'

type QuoteInput = Omit<ParsedInputOf<typeof publicApi.quote>, 'channelId'>

/** Prices a website's cart. Only where it is asked to keep uses for the checkout, or has kept some, is anything written. */
export async function quoteCart(
  ctx: CompanyContext,
  { channelId: named, ...asked }: ParsedInputOf<typeof publicApi.quote>,
  holder: KeyHolder,
): Promise<QuoteReply> {
  const channelId = resolveKeyChannel(holder, named)
  if (channelId === null) {
    const errors = [{ field: 'channelId', message: 'is needed with the company’s master key' }]
    throw new AppError('invalid', 'Say which channel the cart is of: add ?channelId= to the address.', errors)
  }
  return ctx.transaction(async (tx) => {
    if (holder.channelId === null) await assertChannelActive(tx, ctx.companyId, channelId)
    return quote(tx, ctx, channelId, asked)
  })
}

async function quote(tx: Tx, ctx: CompanyContext, channelId: string, asked: QuoteInput): Promise<QuoteReply> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const codes = asked.promotionCodes ?? []
  const wanted = { codes, automatic: { channelIds: [channelId], from: now, to: now } }
  const { cartReference, reserveMinutes } = asked
  const reserving = cartReference ? { companyId, cart: { channelId, cartReference }, reserveMinutes, now } : null
  const released = reserving && (await releaseReservedUses(tx, reserving, wanted))
  const book = released
    ? await readLockedCandidates(tx, { companyId, now }, wanted, released.locked)
    : await readCandidates(tx, { companyId, now }, wanted)
  const currency = asked.currency ?? book.currency
  const priced = priceCart(book, { lines: asked.items, codes, channelId, currency, at: now })
  const applied = new Set(priced.promotions.filter(isApplied).map(({ promotionId }) => promotionId))
  const used = book.promotions.filter(({ id }) => applied.has(id))
  const reservedUntil = reserving && released && (await reserveUses(tx, reserving, released, used))
  return { currency, ...toQuoteReply(asked, priced), reservedUntil: reservedUntil?.toISOString() ?? null }
}

/** Of automatic promotions only those are told that take something off. */
const toQuoteReply = ({ items }: QuoteInput, { lines, promotions, ...priced }: PricedCart) => ({
  ...priced,
  items: lines.flatMap((amounts, index) => {
    const item = items[index]
    return item ? [{ ...item, ...amounts }] : []
  }),
  promotions: promotions
    .filter((promotion) => promotion.code !== null || isApplied(promotion))
    .map(({ promotionId: _promotionId, ...told }) => told),
})

const isApplied = ({ outcome }: PricedCart['promotions'][number]): boolean => outcome === 'applied'

/** A channel's own key opens nothing while the channel is switched off; the master key does. */
async function assertChannelActive(tx: Tx, companyId: string, channelId: string): Promise<void> {
  const { isActive, name } = await getChannelOrThrow(tx, companyId, channelId)
  if (!isActive) throw new AppError('conflict', `The channel ${name} is switched off.`)
}
