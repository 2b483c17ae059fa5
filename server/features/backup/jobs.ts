import { monitorBackups } from './watch-backups.ts'

export const backupJobs = {
  'backup.watch': monitorBackups,
}
