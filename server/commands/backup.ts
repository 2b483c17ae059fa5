import { takeBackup } from '#server/backup/take-backup.ts'
import { runBackups } from '#server/backup/run-backups.ts'
import type { BackupConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { reportReady, shutDownOnRequest, waitForStopRequest } from './process-lifecycle.ts'

type Print = (line: string) => void

/** `npm run backup`: takes one backup. With `--follow` it stays, takes one a day and receives PostgreSQL's WAL in between. */
export async function backupCommand(config: BackupConfig, args: readonly string[], print: Print): Promise<void> {
  if (args.length === 0) return backUpOnce(config, print)
  if (args.length > 1 || args[0] !== '--follow') throw new Error('Say nothing, or --follow to stay and keep the log.')
  const log = createLog(config, 'backup')
  const stopRequested = waitForStopRequest()
  const stopping = new AbortController()
  const running = runBackups({ config, log, signal: stopping.signal })
  reportReady()
  await shutDownOnRequest(log, {
    stopRequested,
    shutDown: () => {
      stopping.abort()
      return running
    },
  })
}

async function backUpOnce(config: BackupConfig, print: Print): Promise<void> {
  const { name, megabytes, seconds, removed, isFollowed, problems } = await takeBackup(config)
  print(`Backup ${name}: ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s, in ${config.BACKUP_DIR}.`)
  if (removed > 0) print(`${removed} files that had had their ${config.BACKUP_DAYS} days were removed.`)
  if (!isFollowed) {
    print('Nobody keeps the log, so no later moment can be reached: run npm run backup -- --follow.')
  }
  if (problems.length > 0) throw new Error(['Some of what lies there can’t be used:', ...problems].join('\n  '))
}
