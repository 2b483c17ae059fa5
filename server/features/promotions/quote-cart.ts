import { and, eq } from 'drizzle-orm'
import type { QuoteReply, TrialReply } from '#contract/carts.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { priceCart } from '#contract/pricing/price-cart.ts'
import type { PricedCart, PromotionRule } from '#contract/pricing/promotion-rule.ts'
import type { promotionsApi } from '#contract/promotions.ts'
import type { publicApi } from '#contract/public-api.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { resolveKeyChannel } from '#server/platform/http/api-key-auth.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { assertChannelsExist } from './promotions.ts'
import {
  type Cart,
  type CartReservation,
  deleteReservations,
  hasReserved,
  insertReservations,
} from './reservation-queries.ts'
import {
  type Candidates,
  lockLimitedCandidates,
  readAllRules,
  readCandidates,
  readLockedCandidates,
} from './rule-queries.ts'

type QuoteInput = Omit<ParsedInputOf<typeof publicApi.quote>, 'channelId'>

/**
 * Prices a website's cart. Writes only if the cart reserves uses of promotions for the checkout, or has reserved some.
 */
export async function quoteCart(
  ctx: CompanyContext,
  { channelId: named, ...input }: ParsedInputOf<typeof publicApi.quote>,
  holder: KeyHolder,
): Promise<QuoteReply> {
  const channelId = resolveKeyChannel(holder, named)
  if (channelId === null) {
    const errors = [{ field: 'channelId', message: say('is required with the company’s master key') }]
    throw new AppError('invalid', say('Say which channel the cart belongs to: add ?channelId= to the URL.'), errors)
  }
  return ctx.transaction(async (tx) => {
    if (holder.channelId === null) await assertChannelActive(tx, ctx.companyId, channelId)
    return quote(tx, ctx, channelId, input)
  })
}

async function quote(tx: Tx, ctx: CompanyContext, channelId: string, input: QuoteInput): Promise<QuoteReply> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const codes = input.promotionCodes ?? []
  const candidates = { codes, automatic: { channelIds: [channelId], from: now, to: now } }
  const { cartReference, reserveMinutes } = input
  const reserving = cartReference ? { companyId, cart: { channelId, cartReference }, reserveMinutes, now } : null
  const released = reserving && (await releaseReservedUses(tx, reserving, candidates))
  const rules = released
    ? await readLockedCandidates(tx, { companyId, now }, candidates, released.locked)
    : await readCandidates(tx, { companyId, now }, candidates)
  const currency = input.currency ?? rules.currency
  const priced = priceCart(rules, { lines: input.items, codes, channelId, currency, at: now })
  const applied = new Set(priced.promotions.filter(isApplied).map(({ promotionId }) => promotionId))
  const used = rules.promotions.filter(({ id }) => applied.has(id))
  const reservedUntil = reserving && released && (await reserveUses(tx, reserving, released, used))
  return { currency, ...toQuoteReply(input, priced), reservedUntil: reservedUntil?.toISOString() ?? null }
}

/** Automatic promotions are listed only if they apply. */
const toQuoteReply = ({ items }: QuoteInput, { lines, promotions, ...priced }: PricedCart) => ({
  ...priced,
  items: lines.flatMap((amounts, index) => {
    const item = items[index]
    return item ? [{ ...item, ...amounts }] : []
  }),
  promotions: promotions
    .filter((promotion) => promotion.code !== null || isApplied(promotion))
    .map(({ promotionId: _promotionId, ...shown }) => shown),
})

const isApplied = ({ outcome }: PricedCart['promotions'][number]): boolean => outcome === 'applied'

type ReservationRequest = {
  companyId: string
  cart: Cart
  reserveMinutes?: number | null | undefined
  now: Date
}

/** The locked promotions, and the cart's former reservations of them. */
type ReleasedUses = { locked: readonly string[]; former: readonly CartReservation[] }

/**
 * Locks the limited promotions that the cart could use and deletes its reservations, so that these count as free.
 * Returns null if there is nothing to reserve or release.
 */
async function releaseReservedUses(
  tx: Tx,
  { companyId, cart, reserveMinutes, now }: ReservationRequest,
  candidates: Candidates,
): Promise<ReleasedUses | null> {
  if (!reserveMinutes && !(await hasReserved(tx, companyId, cart))) return null
  const locked = await lockLimitedCandidates(tx, companyId, { ...candidates, carts: [cart] })
  return { locked, former: await deleteReservations(tx, { companyId, promotionIds: locked, now }, [cart]) }
}

/**
 * Reserves a use of each limited promotion for the requested time, or until the former reservation would have expired.
 * Returns when the first one expires.
 */
async function reserveUses(
  tx: Tx,
  { companyId, cart, reserveMinutes, now }: ReservationRequest,
  { former }: ReleasedUses,
  used: readonly PromotionRule[],
): Promise<Date | null> {
  const requestedEnd = reserveMinutes ? new Date(now.getTime() + reserveMinutes * 60_000) : null
  const reservations = used.flatMap(({ id: promotionId, maxRedemptions }): CartReservation[] => {
    const expiresAt = requestedEnd ?? former.find((reservation) => reservation.promotionId === promotionId)?.expiresAt
    return maxRedemptions === null || !expiresAt ? [] : [{ ...cart, promotionId, expiresAt }]
  })
  await insertReservations(tx, companyId, reservations)
  const [soonest = null] = reservations.map(({ expiresAt }) => expiresAt).toSorted((a, b) => a.getTime() - b.getTime())
  return soonest
}

/** The master key also works for deactivated channels, so their state is checked here; a channel's own key does not. */
async function assertChannelActive(tx: Tx, companyId: string, channelId: string): Promise<void> {
  const { isActive, name } = await getChannelOrThrow(tx, companyId, channelId)
  if (!isActive) throw new AppError('conflict', say('The channel {channel} is switched off.', { channel: name }))
}

async function getChannelOrThrow(tx: Tx, companyId: string, channelId: string) {
  const [channel] = await tx
    .select({ name: channels.name, isActive: channels.isActive })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
  if (!channel) throw new AppError('not_found', say('This channel doesn’t exist.'))
  return channel
}

/**
 * Prices a cart for the promotion editor. The number of uses is the current one, whatever time the cart is priced for.
 */
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
