import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { noContent, list, maybe, moment } from './response-schemas.ts'
import {
  path,
  listOf,
  marketplaceIds,
  pageSize,
  processingStatus,
  text,
  time,
  validateRequest,
} from './request-schemas.ts'

const reports = '/reports/2021-06-30/reports'

const NewReport = z.object({
  reportType: text('Report type'),
  marketplaceIds: marketplaceIds(25),
  dataStartTime: time.optional(),
  dataEndTime: time.optional(),
  reportOptions: z.record(z.string(), z.string()).optional(),
})

export const createReport = operation({
  name: 'createReport',
  method: 'POST',
  rate: 0.0167,
  burst: 15,
  isRepeatable: false,
  request: ({ body }: { body: z.input<typeof NewReport> }) => ({
    path: reports,
    body: validateRequest(say('The report'), NewReport, body),
  }),
  wire: z.object({ reportId: z.string() }),
})

/** CANCELLED can also mean that there was no data. */
const Report = z.object({
  reportId: z.string(),
  reportType: z.string(),
  marketplaceIds: list(z.string()),
  createdTime: moment,
  processingStatus: z.string(),
  processingStartTime: maybe(moment),
  processingEndTime: maybe(moment),
  reportDocumentId: maybe(z.string()),
})

export const getReport = operation({
  name: 'getReport',
  method: 'GET',
  rate: 2,
  burst: 15,
  request: ({ reportId }: { reportId: string }) => ({ path: reports + path`/${reportId}` }),
  wire: Report,
})

const FirstPage = z.object({
  reportTypes: listOf('Report types', text('Report type'), 10),
  marketplaceIds: marketplaceIds(10).optional(),
  processingStatuses: z.array(processingStatus).optional(),
  createdSince: time.optional(),
  createdUntil: time.optional(),
  pageSize: pageSize(100),
})

export const getReports = operation({
  name: 'getReports',
  method: 'GET',
  rate: 0.0222,
  burst: 10,
  /** A further page is requested by its token alone. */
  request: (page: z.input<typeof FirstPage> | { nextToken: string }) => ({
    path: reports,
    query:
      'nextToken' in page
        ? { nextToken: page.nextToken }
        : validateRequest(say('This list of reports'), FirstPage, page),
  }),
  wire: z.object({ reports: z.array(Report), nextToken: maybe(z.string()) }),
})

export const cancelReport = operation({
  name: 'cancelReport',
  method: 'DELETE',
  rate: 0.0222,
  burst: 10,
  isRepeatable: true,
  request: ({ reportId }: { reportId: string }) => ({ path: reports + path`/${reportId}` }),
  wire: noContent,
})

export const getReportDocument = operation({
  name: 'getReportDocument',
  method: 'GET',
  rate: 0.0167,
  burst: 15,
  request: ({ reportDocumentId }: { reportDocumentId: string }) => ({
    path: '/reports/2021-06-30' + path`/documents/${reportDocumentId}`,
  }),
  wire: z.object({ reportDocumentId: z.string(), url: z.string(), compressionAlgorithm: maybe(z.string()) }),
})
