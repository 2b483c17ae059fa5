import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { AmazonClient } from './client.ts'
import { toSubmissionFailure } from './explain-sending.ts'
import { getFulfillmentPreview } from './operations/fulfillment/preview.ts'
import type { AmazonSettings } from './settings.ts'
import { toPreviewQuestion } from './translate/fulfillment-order.ts'
import { readOffer } from './translate/speed-offer.ts'
import type { UnknownValueReporter } from './unknown-words.ts'

/** Somebody sits before the screen and waits. */
const interactiveTimeout = 20_000

export function createFulfillmentPreviews(
  { timing }: Pick<AmazonSettings, 'timing'>,
  client: AmazonClient,
  reportUnknownValues: UnknownValueReporter,
): Pick<FulfillmentService, 'preview'> {
  return {
    async preview(account, question) {
      const options = { marketplaceId: question.marketplaceId, deadline: timing.now() + interactiveTimeout }
      try {
        const body = toPreviewQuestion(question)
        const { payload } = await client.call(account, getFulfillmentPreview, { body }, options)
        const read = payload.fulfillmentPreviews.map(readOffer)
        const unknown = read.flatMap(({ unknownWords }) => unknownWords)
        reportUnknownValues(getFulfillmentPreview.name, account.id, unknown)
        return read.flatMap(({ offer }) => (offer ? [offer] : []))
      } catch (error) {
        throw toSubmissionFailure(error, question.destination)
      }
    },
  }
}
