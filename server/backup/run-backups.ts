import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupConfig } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { receiveWal } from './receive-wal.ts'
import { readRecoveryWindows } from './recovery-windows.ts'
import { openReplication, ensureSlot } from './replication.ts'
import type { BackupStore } from './backup-store.ts'
import { openBackupStore, takeBackup } from './take-backup.ts'

/** A commit is stored in the backup within this time. */
const usualSaveEveryMs = 10_000
const checkEveryMs = 10 * 60_000
const baseEveryMs = 24 * 3_600_000
const usualPauseMs = 5_000

export type BackupLoopOptions = {
  config: BackupConfig
  log: Log
  signal: AbortSignal
  saveEveryMs?: number
  /** The pause between a failure and the next try. */
  pauseMs?: number
}

/** `npm run backup -- --follow`: receives WAL continuously and takes a base backup a day until aborted. Failures are logged and retried. */
export async function runBackups(options: BackupLoopOptions): Promise<void> {
  const { log, signal, pauseMs = usualPauseMs } = options
  while (!signal.aborted) {
    try {
      await backUpUntilFailure(options)
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, 'backups are not being kept')
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}

async function backUpUntilFailure({
  config,
  log,
  signal,
  saveEveryMs = usualSaveEveryMs,
}: BackupLoopOptions): Promise<void> {
  const replication = await openReplication(config.DATABASE_URL)
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  try {
    const { store, timeline } = await openBackupStore(replication, config)
    // The slot comes before the base backup, so that no WAL after it is missing.
    const { isNew } = await ensureSlot(replication)
    const parts = [
      receiveWal({ replication, store, timeline, saveEveryMs, signal: both }),
      takeBaseBackupsWhenDue({ config, store, timeline, hasGap: isNew, log, signal: both }),
    ]
    await Promise.all(parts.map((part) => part.finally(() => ending.abort())))
  } finally {
    ending.abort()
    await replication.end()
  }
}

type BaseBackupOptions = {
  config: BackupConfig
  store: BackupStore
  timeline: number
  /** Whether the slot is new: then no earlier base backup continues to it, and one is due at once. */
  hasGap: boolean
  log: Log
  signal: AbortSignal
}

async function takeBaseBackupsWhenDue({
  config,
  store,
  timeline,
  hasGap,
  log,
  signal,
}: BaseBackupOptions): Promise<void> {
  let isDue = hasGap
  while (!signal.aborted) {
    try {
      if (isDue || (await isBaseDue(store, timeline))) await takeAndLog(config, log)
      isDue = false
    } catch (error) {
      // WAL is still received and continues the previous base backup.
      log.error({ err: error }, 'a backup could not be taken')
    }
    await sleep(checkEveryMs, undefined, { signal }).catch(() => {})
  }
}

async function takeAndLog(config: BackupConfig, log: Log): Promise<void> {
  const { problems, ...taken } = await takeBackup(config)
  log.info(taken, 'backup taken')
  for (const problem of problems) log.warn(problem)
}

/** Due daily, and when WAL is missing after the newest base backup or belongs to another timeline (after a restore). */
async function isBaseDue(store: BackupStore, timeline: number): Promise<boolean> {
  const { reaches } = await readRecoveryWindows(store)
  const newest = reaches.find(({ base }) => base.timeline === timeline)
  return !newest || newest.lacks !== undefined || Date.now() - Date.parse(newest.base.startedAt) > baseEveryMs
}
