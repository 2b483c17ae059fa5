import { offerDownload } from '../documents/offer-download.ts'
import type { Answer, Call } from '../operation.ts'
import { cancelJob, findJob } from '../processing/find-job.ts'
import { viewJob } from '../processing/job.ts'
import { listJobs } from '../processing/list-jobs.ts'
import type { Report } from './report.ts'

export function getReport({ seller, params, now }: Call): Answer {
  return { status: 200, body: viewReport(findJob(seller.reports, params['reportId']), now) }
}

export function getReports(call: Call): Answer {
  const { page, nextToken } = listJobs(call, call.seller.reports, 'reportTypes')
  const reports = page.map((report) => viewReport(report, call.now))
  return { status: 200, body: { reports, ...(nextToken !== undefined && { nextToken }) } }
}

export function cancelReport({ seller, params, now }: Call): Answer {
  cancelJob(findJob(seller.reports, params['reportId']), now)
  return { status: 200 }
}

export function getReportDocument(call: Call): Answer {
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
