import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { SpeedPreview } from '#contract/fulfillment.ts'
import { say } from '#contract/i18n.ts'
import type { ordersApi } from '#contract/orders.ts'
import {
  recordRefusedAuthorization,
  getConnectedAccountOrThrow,
  noApplicationMessage,
} from '#server/features/marketplace/amazon-access.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { PreviewQuestion, SpeedOffer } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { prepareShipment } from './request-fulfillment.ts'

type Preview = ParsedInputOf<(typeof ordersApi)['preview']>

/** Asks Amazon what each speed would cost and when it would arrive. It reserves nothing. */
export async function previewOrder(ctx: CompanyContext, input: Preview): Promise<SpeedPreview[]> {
  const { account, lines, destination, constraints } = await ctx.transaction((tx) => prepareShipment(tx, ctx, input))
  const { integrationId, marketplaceId } = account
  const sent = lines.map(({ orderItemId: itemId, sku, quantity }) => ({ itemId, sku, quantity }))
  return previewSpeeds(ctx, integrationId, { marketplaceId, destination, lines: sent, constraints })
}

export async function previewSpeeds(
  ctx: CompanyContext,
  integrationId: string,
  question: PreviewQuestion,
): Promise<SpeedPreview[]> {
  const account = await getConnectedAccountOrThrow(ctx, integrationId)
  const offers = await ask(ctx, account, question)
  return offers.map((offer) => previewOf(ctx, offer))
}

async function ask(ctx: CompanyContext, account: MarketplaceAccount, question: PreviewQuestion): Promise<SpeedOffer[]> {
  const { fulfillment } = ctx.ports
  if (!fulfillment) throw new AppError('conflict', noApplicationMessage)
  try {
    return await fulfillment.preview(account, question)
  } catch (error) {
    if (error instanceof Rejected) throw new AppError('conflict', error.sentence)
    if (error instanceof Unavailable)
      throw new AppError('unavailable', say('{problem} Try again in a moment.', { problem: error.sentence }))
    if (!(error instanceof Unauthorized)) throw error
    await recordRefusedAuthorization(ctx, account.id, error.message, account.refreshToken)
    throw new AppError('conflict', say('Lockstep no longer has access to this Amazon account. Authorize it again.'))
  }
}

const previewOf = (
  ctx: CompanyContext,
  { speed: shippingSpeed, isFulfillable, fee, problems, ...dates }: SpeedOffer,
): SpeedPreview => ({
  shippingSpeed,
  isFulfillable,
  fee,
  earliestShipDate: iso(dates.earliestShipDate),
  latestShipDate: iso(dates.latestShipDate),
  earliestArrivalDate: iso(dates.earliestArrivalDate),
  latestArrivalDate: iso(dates.latestArrivalDate),
  problems: problems.map((problem) => ctx.inReadersLanguage(problem)),
})

const iso = (date: Date | null): string | null => date?.toISOString() ?? null
