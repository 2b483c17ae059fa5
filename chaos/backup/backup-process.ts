import { setTimeout as sleep } from 'node:timers/promises'
import { findBackupStores } from '#local/restore/restore.ts'
import { runBackups } from '#server/backup/run-backups.ts'
import { readRecoveryWindows, type RecoveryWindow } from '#server/backup/recovery-windows.ts'
import { createLog } from '#server/platform/log.ts'

export const key = Buffer.alloc(32, 3)
const patience = 120_000

/** Follows the log while the work is done, and to its end. */
export async function keepingBackups<T>(url: string, backups: string, work: () => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const config = {
    DATABASE_URL: url,
    BACKUP_DIR: backups,
    BACKUP_KEY: key,
    BACKUP_DAYS: 7,
    LOG_LEVEL: 'error' as const,
  }
  const kept = runBackups({ config, log: createLog(config, 'backup'), signal: stopping.signal, saveEveryMs: 1_000 })
  try {
    return await work()
  } finally {
    stopping.abort()
    await kept
  }
}

/** Once some moment can be reached that is far enough. */
export async function untilReach(backups: string, isFar: (reach: RecoveryWindow) => boolean): Promise<RecoveryWindow> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    for (const shelf of await findBackupStores(backups, key).catch(() => [])) {
      const found = (await readRecoveryWindows(shelf)).reaches.find(isFar)
      if (found) return found
    }
    await sleep(100)
  }
  throw new Error('The backup does not get as far as it should')
}
