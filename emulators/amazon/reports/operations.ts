import type { Operation } from '../operation.ts'
import { createReport } from './create-report.ts'
import { cancelReport, getReport, getReportDocument, getReports } from './read-reports.ts'

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
