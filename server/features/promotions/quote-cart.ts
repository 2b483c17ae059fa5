import { and, eq } from 'drizzle-orm'
import type { QuoteReply, TrialReply } from '#contract/carts.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
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

export type ReservationRequest = {
  companyId: string
  cart: Cart
  reserveMinutes?: number | null | undefined
  now: Date
}

/** The promotions that are locked, and what the cart kept of them. */
export type ReleasedUses = { locked: readonly string[]; kept: readonly CartReservation[] }

/**
 * Locks what the cart could keep uses of, and takes back what it keeps, so that nobody can tell it from what is free. Null
 * where there is nothing to keep or to let go of.
 */
async function releaseReservedUses(
  tx: Tx,
  { companyId, cart, reserveMinutes, now }: ReservationRequest,
  wanted: Candidates,
): Promise<ReleasedUses | null> {
  if (!reserveMinutes && !(await hasReserved(tx, companyId, cart))) return null
  const locked = await lockLimitedCandidates(tx, companyId, { ...wanted, carts: [cart] })
  return { locked, kept: await deleteReservations(tx, { companyId, promotionIds: locked, now }, [cart]) }
}

/** Keeps a use of each limited promotion, for the time asked, or for as long as it was kept anyway. Answers until when. */
async function reserveUses(
  tx: Tx,
  { companyId, cart, reserveMinutes, now }: ReservationRequest,
  { kept: before }: ReleasedUses,
  used: readonly PromotionRule[],
): Promise<Date | null> {
  const asked = reserveMinutes ? new Date(now.getTime() + reserveMinutes * 60_000) : null
  const kept = used.flatMap(({ id: promotionId, maxRedemptions }): CartReservation[] => {
    const expiresAt = asked ?? before.find((reservation) => reservation.promotionId === promotionId)?.expiresAt
    return maxRedemptions === null || !expiresAt ? [] : [{ ...cart, promotionId, expiresAt }]
  })
  await insertReservations(tx, companyId, kept)
  const [soonest = null] = kept.map(({ expiresAt }) => expiresAt).toSorted((a, b) => a.getTime() - b.getTime())
  return soonest
}

async function getChannelOrThrow(tx: Tx, companyId: string, channelId: string) {
  const [channel] = await tx
    .select({ name: channels.name, isActive: channels.isActive })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
  if (!channel) throw new AppError('not_found', 'There is no such channel.')
  return channel
}

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
