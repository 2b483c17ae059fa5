import { watchBackups } from './watch-backups.ts'

export const backupJobs = {
  'backup.watch': watchBackups,
}
