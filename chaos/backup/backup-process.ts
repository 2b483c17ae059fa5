import { setTimeout as sleep } from 'node:timers/promises'
import { findBackupStores } from '#local/restore/restore.ts'
import { runBackups } from '#server/backup/run-backups.ts'
import { readRecoveryWindows, type RecoveryWindow } from '#server/backup/recovery-windows.ts'
import { createLog } from '#server/platform/log.ts'

export const key = Buffer.alloc(32, 3)
const timeoutMs = 120_000

/** Runs the backup process (base backup and write-ahead log) during the work. */
export async function withBackups<T>(url: string, backups: string, work: () => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const config = {
    DATABASE_URL: url,
    BACKUP_DIR: backups,
    BACKUP_KEY: key,
    BACKUP_DAYS: 7,
    LOG_LEVEL: 'error' as const,
  }
  const running = runBackups({ config, log: createLog(config, 'backup'), signal: stopping.signal, saveEveryMs: 1_000 })
  try {
    return await work()
  } finally {
    stopping.abort()
    await running
  }
}

/** Waits until the backups have a recovery window that fits. */
export async function waitForRecoveryWindow(
  backups: string,
  fits: (window: RecoveryWindow) => boolean,
): Promise<RecoveryWindow> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    for (const store of await findBackupStores(backups, key).catch(() => [])) {
      const found = (await readRecoveryWindows(store)).reaches.find(fits)
      if (found) return found
    }
    await sleep(100)
  }
  throw new Error(`No recovery window fits after ${timeoutMs} ms`)
}
