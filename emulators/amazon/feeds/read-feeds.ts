import { offerDownload } from '../documents/offer-download.ts'
import type { Answer, Call } from '../operation.ts'
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

export function getFeedDocument(call: Call): Answer {
  const { id, link } = offerDownload(call, call.params['feedDocumentId'])
  return { status: 200, body: { feedDocumentId: id, ...link } }
}

function viewFeed(feed: Feed, now: Date) {
  return {
    feedId: feed.id,
    feedType: feed.type,
    ...viewJob(feed, now),
    ...(feed.resultDocumentId !== null && { resultFeedDocumentId: feed.resultDocumentId }),
  }
}
