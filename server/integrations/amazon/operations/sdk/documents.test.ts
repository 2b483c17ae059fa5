import type * as Feeds from '@sp-api-sdk/feeds-api-2021-06-30'
import type * as Reports from '@sp-api-sdk/reports-api-2021-06-30'
import { expect, it } from 'vitest'
import type { cancelFeed, createFeed, createFeedDocument, getFeed, getFeedDocument, getFeeds } from '../feeds.ts'
import type { cancelReport, createReport, getReport, getReportDocument, getReports } from '../reports.ts'
import { reads, sends } from './fit.ts'

it('feeds fit the types of the SDK', () => {
  expect(sends<typeof createFeedDocument, Feeds.FeedsApiCreateFeedDocumentRequest>()).toBe(true)
  expect(reads<typeof createFeedDocument, Feeds.CreateFeedDocumentResponse>()).toBe(true)
  expect(sends<typeof createFeed, Feeds.FeedsApiCreateFeedRequest>()).toBe(true)
  expect(reads<typeof createFeed, Feeds.CreateFeedResponse>()).toBe(true)
  expect(sends<typeof getFeed, Feeds.FeedsApiGetFeedRequest>()).toBe(true)
  expect(reads<typeof getFeed, Feeds.Feed>()).toBe(true)
  expect(sends<typeof getFeeds, Feeds.FeedsApiGetFeedsRequest>()).toBe(true)
  expect(reads<typeof getFeeds, Feeds.GetFeedsResponse>()).toBe(true)
  expect(sends<typeof cancelFeed, Feeds.FeedsApiCancelFeedRequest>()).toBe(true)
  expect(sends<typeof getFeedDocument, Feeds.FeedsApiGetFeedDocumentRequest>()).toBe(true)
  expect(reads<typeof getFeedDocument, Feeds.FeedDocument>()).toBe(true)
})

it('reports fit the types of the SDK', () => {
  expect(sends<typeof createReport, Reports.ReportsApiCreateReportRequest>()).toBe(true)
  expect(reads<typeof createReport, Reports.CreateReportResponse>()).toBe(true)
  expect(sends<typeof getReport, Reports.ReportsApiGetReportRequest>()).toBe(true)
  expect(reads<typeof getReport, Reports.Report>()).toBe(true)
  expect(sends<typeof getReports, Reports.ReportsApiGetReportsRequest>()).toBe(true)
  expect(reads<typeof getReports, Reports.GetReportsResponse>()).toBe(true)
  expect(sends<typeof cancelReport, Reports.ReportsApiCancelReportRequest>()).toBe(true)
  expect(sends<typeof getReportDocument, Reports.ReportsApiGetReportDocumentRequest>()).toBe(true)
  expect(reads<typeof getReportDocument, Reports.ReportDocument>()).toBe(true)
})
