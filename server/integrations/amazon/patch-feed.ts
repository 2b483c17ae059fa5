import { formatMessage, say } from '#contract/i18n.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { ListingPatch, Listings, ListingWriteResult, LongRunningResult } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonClient } from './client.ts'
import type { Documents } from './documents.ts'
import type { AnswerOf } from './operation.ts'
import { createFeed, createFeedDocument, getFeed, getFeedDocument } from './operations/feeds.ts'
import {
  listingsFeedContentType as contentType,
  listingsFeed,
  type ListingsFeedMessage,
  listingsFeedType,
  mostMessages,
} from './operations/listings-feed.ts'
import { toPatch } from './translate/listing-attributes.ts'
import { readProcessingStatus } from './translate/processing-status.ts'
import { type FeedReport, readFeedReport, toWriteResults } from './translate/listing-write-result.ts'

/** Amazon's limit is 10 MiB per feed; the difference leaves room for the header. */
const mostFeedBytes = 10_000_000

/** Bytes of `"messageId":…` in the file. */
const messageNumberBytes = 22

const largestReport = 200_000_000

type Feed = AnswerOf<typeof getFeed>

type FeedOutcome = Exclude<LongRunningResult<Record<string, ListingWriteResult>>, { state: 'working' }>

/** Sends many patches in as few JSON_LISTINGS_FEED feeds as they fit into, and collects their reports. */
export function createPatchFeeds(
  client: AmazonClient,
  documents: Documents,
): Pick<Listings, 'beginPatches' | 'collectPatches'> {
  const sendFeed = async (account: MarketplaceAccount, marketplaceId: string, messages: readonly PatchMessage[]) => {
    const numbered = messages.map((message, index) => ({ messageId: index + 1, ...message }))
    const file = listingsFeed(account.sellerId, numbered)
    const document = await client.call(account, createFeedDocument, { body: { contentType } }, { marketplaceId })
    await documents.upload(document, { contentType, bytes: new TextEncoder().encode(file) })
    const body = {
      feedType: listingsFeedType,
      marketplaceIds: [marketplaceId],
      inputFeedDocumentId: document.feedDocumentId,
    }
    return (await client.call(account, createFeed, { body }, { marketplaceId })).feedId
  }

  const readReport = async (account: MarketplaceAccount, marketplaceId: string, feedDocumentId: string) => {
    const link = await client.call(account, getFeedDocument, { feedDocumentId }, { marketplaceId })
    return (await documents.download(link, { mostBytes: largestReport })).toString('utf8')
  }

  const collectFeed = async (account: MarketplaceAccount, marketplaceId: string, feed: Feed): Promise<FeedOutcome> => {
    const { processingStatus, resultFeedDocumentId: reportId } = feed
    const status = readProcessingStatus(processingStatus)
    if (status === 'cancelled')
      return failed(formatMessage(say('The changes were cancelled at Amazon before they were processed.')))
    if (status === null) return failed(`Amazon’s processing of the changes is “${processingStatus}”.`)
    if (!reportId) return failed(formatMessage(say('Amazon returned no report on the changes.')))
    const file = await readReport(account, marketplaceId, reportId)
    return status === 'failed' ? failed(reasonInReport(file)) : toOutcome(readFeedReport(file))
  }

  return {
    async beginPatches(account, marketplaceId, patches) {
      const messages = patches.map((patch) => toMessage(patch, marketplaceId)).filter((one) => one.patches.length > 0)
      const ids: string[] = []
      for (const part of splitIntoFeeds(messages)) ids.push(await sendFeed(account, marketplaceId, part))
      return writeHandle({ marketplaceId, ids })
    },

    async collectPatches(account, handle) {
      const { marketplaceId, ids } = readHandle(handle)
      const feeds: Feed[] = []
      for (const feedId of ids) feeds.push(await client.call(account, getFeed, { feedId }, { marketplaceId }))
      // Report documents have a low rate limit, so none is read before all feeds are done.
      if (feeds.some(isWorking)) return { state: 'working' }
      const outcomes: FeedOutcome[] = []
      for (const feed of feeds) outcomes.push(await collectFeed(account, marketplaceId, feed))
      return combineOutcomes(outcomes)
    },
  }
}

type PatchMessage = Omit<Extract<ListingsFeedMessage, { operationType: 'PATCH' }>, 'messageId'>

const toMessage = (patch: ListingPatch, marketplaceId: string): PatchMessage => ({
  sku: patch.sku,
  operationType: 'PATCH',
  ...toPatch(patch, marketplaceId),
})

function splitIntoFeeds(messages: readonly PatchMessage[]): PatchMessage[][] {
  const feeds: PatchMessage[][] = []
  let room = 0
  for (const message of messages) {
    const bytes = Buffer.byteLength(JSON.stringify(message)) + messageNumberBytes
    const last = feeds.at(-1)
    const fits = last !== undefined && last.length < mostMessages && bytes <= room
    room = (fits ? room : mostFeedBytes) - bytes
    if (fits) last.push(message)
    else feeds.push([message])
  }
  return feeds
}

/** A feed without processed messages states its reason in an issue that names no message. */
function toOutcome(report: FeedReport): FeedOutcome {
  if (report.processed > 0) return { state: 'done', result: toWriteResults(report) }
  return failed(reasonOf(report))
}

function reasonInReport(file: string): string {
  try {
    return reasonOf(readFeedReport(file))
  } catch {
    return reasonOf(null)
  }
}

const reasonOf = (report: FeedReport | null): string =>
  report?.issues.map(({ message }) => message).join(' ') ||
  formatMessage(say('Amazon stopped processing the changes without giving a reason.'))

function combineOutcomes(outcomes: readonly FeedOutcome[]): FeedOutcome {
  const results: Record<string, ListingWriteResult>[] = []
  for (const outcome of outcomes) {
    if (outcome.state === 'failed') return outcome
    results.push(outcome.result)
  }
  return { state: 'done', result: Object.assign({}, ...results) }
}

const isWorking = ({ processingStatus }: Feed) => readProcessingStatus(processingStatus) === 'working'

const failed = (reason: string): FeedOutcome => ({ state: 'failed', reason })

/** Identifies asynchronous work at Amazon: its ids, and the marketplace, which decides the endpoint. */
type JobHandle = { marketplaceId: string; ids: string[] }

export const writeHandle = ({ marketplaceId, ids }: JobHandle): string => `${marketplaceId}:${ids.join(',')}`

export function readHandle(handle: string): JobHandle {
  const [marketplaceId, ids] = handle.split(':')
  if (marketplaceId && ids !== undefined) return { marketplaceId, ids: ids.split(',').filter(Boolean) }
  throw new Rejected(say('This is not the name of a piece of work at Amazon.'), {
    code: 'bad_handle',
    whoActs: 'lockstep',
  })
}
