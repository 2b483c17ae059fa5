import type { Operation } from '../operation.ts'
import { createFeed, createFeedDocument } from './create-feed.ts'
import { cancelFeed, getFeed, getFeedDocument, getFeeds } from './read-feeds.ts'

const feeds = '/feeds/2021-06-30/feeds' as const
const documents = '/feeds/2021-06-30/documents' as const
const feed = `${feeds}/:feedId` as const
const document = `${documents}/:feedDocumentId` as const

export const feedsOperations: Operation[] = [
  { name: 'createFeedDocument', method: 'POST', path: documents, rate: 0.5, burst: 15, answer: createFeedDocument },
  { name: 'createFeed', method: 'POST', path: feeds, rate: 0.0083, burst: 15, answer: createFeed },
  { name: 'getFeed', method: 'GET', path: feed, rate: 2, burst: 15, answer: getFeed },
  { name: 'getFeeds', method: 'GET', path: feeds, rate: 0.0222, burst: 10, answer: getFeeds },
  { name: 'cancelFeed', method: 'DELETE', path: feed, rate: 2, burst: 15, answer: cancelFeed },
  { name: 'getFeedDocument', method: 'GET', path: document, rate: 0.0222, burst: 10, answer: getFeedDocument },
]
