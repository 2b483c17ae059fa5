import type { LongRunningResult, Listings } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonClient } from './client.ts'
import type { Documents } from './documents.ts'
import { readHandle, writeHandle } from './handle.ts'
import { createReport, getReport, getReportDocument } from './operations/reports.ts'
import { readProcessingStatus } from './translate/processing-status.ts'
import { readSkuReport } from './translate/sku-report.ts'

/** Half a million listings with long descriptions. */
const mostReportBytes = 400_000_000

type SkuList = LongRunningResult<string[]>

/** All SKUs of a seller, out of a report: a search of the listings ends after 1,000. */
export function createSkuLists(
  client: AmazonClient,
  documents: Documents,
): Pick<Listings, 'beginSkuList' | 'collectSkuList'> {
  const readDocument = async (account: MarketplaceAccount, marketplaceId: string, id: string): Promise<SkuList> => {
    const link = await client.call(account, getReportDocument, { reportDocumentId: id }, { marketplaceId })
    const skus = readSkuReport(await documents.download(link, { mostBytes: mostReportBytes }), marketplaceId)
    return skus
      ? { state: 'done', result: skus }
      : failedSkuList('Amazon’s list of all listings has no column of SKUs.')
  }
  return {
    async beginSkuList(account, marketplaceId) {
      const body = {
        reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
        marketplaceIds: [marketplaceId],
        reportOptions: { preferredReportDocumentLocale: 'en_US' },
      }
      const { reportId } = await client.call(account, createReport, { body }, { marketplaceId })
      return writeHandle({ marketplaceId, ids: [reportId] })
    },

    async collectSkuList(account, handle) {
      const { marketplaceId, ids } = readHandle(handle)
      const [reportId = ''] = ids
      const report = await client.call(account, getReport, { reportId }, { marketplaceId })
      const status = readProcessingStatus(report.processingStatus)
      if (status === 'working') return { state: 'working' }
      if (status === 'cancelled') return { state: 'done', result: [] }
      if (status === 'failed') return failedSkuList('Amazon could not draw up its list of all listings.')
      if (status === null) return failedSkuList(`Amazon’s list of all listings is “${report.processingStatus}”.`)
      if (!report.reportDocumentId) return failedSkuList('Amazon’s list of all listings has no document.')
      return readDocument(account, marketplaceId, report.reportDocumentId)
    },
  }
}

const failedSkuList = (reason: string): SkuList => ({ state: 'failed', reason })
