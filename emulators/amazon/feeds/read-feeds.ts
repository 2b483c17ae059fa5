import { findDocument } from '../documents/find-document.ts'
import { downloadLink } from '../documents/links.ts'
import type { Answer, Call } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
import { cancelJob, findJob } from '../processing/find-job.ts'
import { viewJob } from '../processing/job.ts'
import { listJobs } from '../processing/list-jobs.ts'
import type { Feed } from './feed.ts'

export function getFeed({ seller, params, now }: Call): Answer {
  return { status: 200, body: viewFeed(findJob(seller.feeds, params['feedId']), now) }
}

export function getFeeds(call: Call): Answer {
  const { page, nextToken } = listJobs(call, call.seller.feeds, 'feedTypes')
  const feeds = page.map((feed) => viewFeed(feed, call.now))
  return { status: 200, body: { feeds, ...(nextToken !== undefined && { nextToken }) } }
}

export function cancelFeed({ seller, params, now }: Call): Answer {
  cancelJob(findJob(seller.feeds, params['feedId']), now)
  return { status: 200 }
}

export function getFeedDocument({ world, seller, params, query, now, baseUrl }: Call): Answer {
  const read = parametersOf(query, '400')
  const tellsEncoding = read.choice('enableContentEncodingUrlHeader', ['true', 'false']) === 'true'
  const { id, isCompressed } = findDocument(world.documents, seller.id, params['feedDocumentId'])
  const url = downloadLink(world.documents, id, baseUrl, now, { tellsEncoding })
  return { status: 200, body: { feedDocumentId: id, url, ...(isCompressed && { compressionAlgorithm: 'GZIP' }) } }
}

function viewFeed(feed: Feed, now: Date) {
  return {
    feedId: feed.id,
    feedType: feed.type,
    ...viewJob(feed, now),
    ...(feed.resultDocumentId !== null && { resultFeedDocumentId: feed.resultDocumentId }),
  }
}
