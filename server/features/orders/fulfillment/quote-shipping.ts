import { joinMessages, say } from '#contract/i18n.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { FulfillmentService, Submission } from '#server/ports/fulfillment.ts'
import type { QuotedTerms } from './submission-queries.ts'
import type { AttemptSession } from './attempt-session.ts'

type QuoteSession = Pick<AttemptSession, 'account'> & { service: Pick<FulfillmentService, 'preview'> }

/**
 * Amazon's fee and dates for the requested speed, or its rejection. Empty when Amazon quotes nothing for that speed.
 */
export async function quoteShipping(
  { service, account }: QuoteSession,
  submission: Submission,
): Promise<QuotedTerms | Rejected> {
  const { marketplaceId, destination, lines, constraints, speed } = submission
  const question = { marketplaceId, destination, lines, constraints }
  const offers = await service.preview(account, question).catch((error: unknown) => {
    if (error instanceof Rejected) return error
    throw error
  })
  if (offers instanceof Rejected) return offers
  const offer = offers.find((one) => one.speed === speed)
  if (!offer) return {}
  const { isFulfillable, problems, fee, latestShipDate, latestArrivalDate } = offer
  if (!isFulfillable) {
    return new Rejected(
      problems.length > 0 ? joinMessages(problems, ' ') : say('Amazon can’t ship this at {speed} speed.', { speed }),
    )
  }
  return {
    shippingCost: fee?.amount ?? null,
    estimatedShipDate: latestShipDate,
    estimatedDeliveryDate: latestArrivalDate,
  }
}
