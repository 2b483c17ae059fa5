import { z } from 'zod'
import { offerDownload } from '../documents/links.ts'
import { parseMoment, secondsAfter } from '../iso-time.ts'
import { cancelJob, findJob, nextJobId, type Report, viewJob } from '../jobs/job.ts'
import { listJobs } from '../jobs/list-jobs.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { assertMarketplaces, readBody } from '../request-input.ts'

const reports = '/reports/2021-06-30/reports' as const
const report = `${reports}/:reportId` as const
const document = '/reports/2021-06-30/documents/:reportDocumentId' as const

export const reportsOperations: Operation[] = [
  { name: 'createReport', method: 'POST', path: reports, rate: 0.0167, burst: 15, answer: createReport },
  { name: 'getReport', method: 'GET', path: report, rate: 2, burst: 15, answer: getReport },
  { name: 'getReports', method: 'GET', path: reports, rate: 0.0222, burst: 10, answer: getReports },
  { name: 'cancelReport', method: 'DELETE', path: report, rate: 0.0222, burst: 10, answer: cancelReport },
  { name: 'getReportDocument', method: 'GET', path: document, rate: 0.0167, burst: 15, answer: getReportDocument },
]

const Moment = z.string().refine((text) => parseMoment(text) !== undefined, 'it must be in ISO 8601')

const ReportBody = z.object({
  reportType: z.string().regex(/^(GET_[A-Z0-9_]+|FEE_DISCOUNTS_REPORT)$/, 'there is no such report'),
  marketplaceIds: z.array(z.string()).min(1).max(25),
  dataStartTime: Moment.optional(),
  dataEndTime: Moment.optional(),
  reportOptions: z.record(z.string(), z.string()).optional(),
})

function createReport({ body, state, seller, now }: Call): Answer {
  const { reportType, marketplaceIds, dataStartTime, dataEndTime } = readBody(ReportBody, body, '400')
  assertMarketplaces(seller, marketplaceIds, '400')
  if (dataStartTime !== undefined && Date.parse(dataStartTime) > Date.parse(dataEndTime ?? now.toISOString())) {
    throw new Refusal(400, '400', 'Invalid input', "'dataStartTime' must not be after 'dataEndTime'.")
  }
  const id = nextJobId(seller.reports)
  const { reportQueue, report } = state.processing
  seller.reports[id] = {
    id,
    type: reportType,
    marketplaceIds,
    dataStartTime: dataStartTime ?? null,
    dataEndTime: dataEndTime ?? null,
    createdAt: now.toISOString(),
    startsAt: secondsAfter(now, reportQueue),
    endsAt: secondsAfter(now, reportQueue + report),
    outcome: null,
    documentId: null,
  }
  return { status: 202, body: { reportId: id } }
}

function getReport({ seller, params, now }: Call): Answer {
  return { status: 200, body: viewReport(findJob(seller.reports, params['reportId']), now) }
}

function getReports(call: Call): Answer {
  const { page, nextToken } = listJobs(call, call.seller.reports, 'reportTypes')
  const reports = page.map((report) => viewReport(report, call.now))
  return { status: 200, body: { reports, ...(nextToken !== undefined && { nextToken }) } }
}

function cancelReport({ seller, params, now }: Call): Answer {
  cancelJob(findJob(seller.reports, params['reportId']), now)
  return { status: 200 }
}

function getReportDocument(call: Call): Answer {
  const { id, link } = offerDownload(call, call.params['reportDocumentId'])
  return { status: 200, body: { reportDocumentId: id, ...link } }
}

function viewReport(report: Report, now: Date) {
  return {
    reportId: report.id,
    reportType: report.type,
    ...viewJob(report, now),
    ...(report.dataStartTime !== null && { dataStartTime: report.dataStartTime }),
    ...(report.dataEndTime !== null && { dataEndTime: report.dataEndTime }),
    ...(report.documentId !== null && { reportDocumentId: report.documentId }),
  }
}
