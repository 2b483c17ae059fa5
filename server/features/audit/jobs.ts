import { verifyAuditLogs } from './check-log.ts'

export const auditJobs = {
  'audit.verify': verifyAuditLogs,
}
