import { findDocument } from '../documents/find-document.ts'
import { downloadLink } from '../documents/links.ts'
import type { Answer, Call } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
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

export function getReportDocument({ world, seller, params, query, now, baseUrl }: Call): Answer {
  const read = parametersOf(query, '400')
  const tellsEncoding = read.choice('enableContentEncodingUrlHeader', ['true', 'false']) === 'true'
  const { id, isCompressed } = findDocument(world.documents, seller.id, params['reportDocumentId'])
  const url = downloadLink(world.documents, id, baseUrl, now, { tellsEncoding })
  return { status: 200, body: { reportDocumentId: id, url, ...(isCompressed && { compressionAlgorithm: 'GZIP' }) } }
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
