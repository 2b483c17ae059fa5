import { checkLog } from './check-log.ts'

export const auditJobs = {
  'audit.verify': checkLog,
}
