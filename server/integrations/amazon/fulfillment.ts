import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { AmazonClient } from './client.ts'
import { createFulfillmentPreviews } from './fulfillment-preview.ts'
import { createFulfillmentReads } from './fulfillment-read.ts'
import { createFulfillmentWrites } from './fulfillment-send.ts'
import type { AmazonSettings } from './settings.ts'
import { createUnknownValueReporter } from './unknown-words.ts'

/** Multi-Channel Fulfillment, with the client that the marketplace uses too: Amazon counts what an account asks. */
export function createAmazonFulfillment(
  settings: Pick<AmazonSettings, 'timing' | 'log' | 'countUnknown'>,
  client: AmazonClient,
): FulfillmentService {
  const reportUnknownValues = createUnknownValueReporter(settings)
  return {
    ...createFulfillmentPreviews(settings, client, reportUnknownValues),
    ...createFulfillmentWrites(settings, client),
    ...createFulfillmentReads(settings, client, reportUnknownValues),
  }
}
