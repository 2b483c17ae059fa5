import { Unavailable } from '#server/ports/failure.ts'
import { StaleCursor, type Marketplace, type StockCursor, type StockQuestion } from '#server/ports/marketplace.ts'
import { createAmazonClient, type AmazonClient } from './client.ts'
import { sellerCentralOf } from './endpoints.ts'
import { getInventorySummaries, type InventoryQuestion } from './operations/inventory.ts'
import { getMarketplaceParticipations } from './operations/sellers.ts'
import { isStalePageError } from './errors.ts'
import type { AmazonSettings } from './settings.ts'
import { toStockRows } from './translate/stock.ts'
import { buildUrl } from './http.ts'

/** Milliseconds. A person waits for the answer on a screen. */
const interactiveTimeout = 20_000
const pageTimeout = 90_000
/** Milliseconds for which Amazon accepts a page token (SP-API FBA Inventory). */
const cursorLife = 30_000

export function createAmazonMarketplace(
  settings: AmazonSettings,
  client: AmazonClient = createAmazonClient(settings),
): Marketplace {
  const { now } = settings.timing
  return {
    application: { clientId: settings.clientId, clientSecret: settings.clientSecret },

    consentUrl: ({ region, marketplaceId, state }) =>
      buildUrl(settings.sellerCentralUrl ?? sellerCentralOf(region, marketplaceId), {
        path: '/apps/authorize/consent',
        query: { application_id: settings.appId, state, redirect_uri: settings.redirectUrl },
      }),

    authorize: (code) => client.authorize(code),

    async readParticipations(account) {
      const deadline = now() + interactiveTimeout
      const { payload } = await client.call(account, getMarketplaceParticipations, {}, { deadline })
      return payload.map(({ marketplace, participation }) => ({
        marketplaceId: marketplace.id,
        name: marketplace.name,
        countryCode: marketplace.countryCode,
        isParticipating: participation.isParticipating,
      }))
    },

    async readStock(account, question) {
      const deadline = Math.min(now() + pageTimeout, expiryOf(question.cursor))
      if (deadline <= now()) throw new StaleCursor()
      const { marketplaceId, signal } = question
      const { answer, askedAt, waited, parsed } = await client
        .ask(account, getInventorySummaries, toInventoryQuestion(question), { signal, deadline, marketplaceId })
        .catch((error: unknown) => {
          throw isStale(error, question.cursor) ? new StaleCursor({ cause: error }) : error
        })
      const token = answer.pagination?.nextToken
      return {
        rows: toStockRows(answer.payload.inventorySummaries),
        readAt: askedAt,
        next: token ? { token, madeAt: askedAt } : null,
        waited,
        parsed,
      }
    },
  }
}

const toInventoryQuestion = ({ marketplaceId, changedSince, cursor }: StockQuestion): InventoryQuestion => ({
  details: true,
  granularityType: 'Marketplace',
  granularityId: marketplaceId,
  marketplaceIds: [marketplaceId],
  startDateTime: changedSince?.toISOString(),
  nextToken: cursor?.token,
})

const expiryOf = (cursor: StockCursor | undefined) => (cursor ? cursor.madeAt.getTime() + cursorLife : Infinity)

/** Amazon refused the page token, or the wait exceeded the token's life. Either way the read has to begin again. */
function isStale(error: unknown, cursor: StockCursor | undefined): boolean {
  return cursor !== undefined && (isStalePageError(error) || error instanceof Unavailable)
}
