import { parseArgs } from 'node:util'
import type { BackupStore } from '#server/backup/backup-store.ts'
import { readRecoveryWindows, type RecoveryWindow } from '#server/backup/recovery-windows.ts'

export const usage =
  'Restore with: npm run restore -- --to <moment, such as 2026-11-17T08:30:00Z> --into <new folder> [--backup <name>] [--files-only]'

export type RestoreOptions =
  | { lists: true }
  | {
      lists: false
      /** As given: PostgreSQL reads microseconds, which a Date cannot hold. */
      to: string
      into: string
      /** Default: the latest base backup before the moment. */
      backup?: string | undefined
      /** For a PostgreSQL that the user runs: only unpacks the files; it recovers when it is started. */
      filesOnly: boolean
    }

/** The time zone is required, since a guess could be hours off. */
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

export function readOptions(args: string[]): RestoreOptions {
  const { values } = parseArgs({
    args,
    options: {
      list: { type: 'boolean', default: false },
      to: { type: 'string' },
      into: { type: 'string' },
      backup: { type: 'string' },
      'files-only': { type: 'boolean', default: false },
    },
  })
  if (values.list) return { lists: true }
  const { to, into, backup, 'files-only': filesOnly } = values
  if (!to || !into) throw new Error(`Say --list, or what is to be restored and where.\n${usage}`)
  if (!moment.test(to) || Number.isNaN(Date.parse(to))) {
    throw new Error(`"${to}" is no moment with its zone, such as 2026-11-17T08:30:00Z.`)
  }
  return { lists: false, to, into, backup, filesOnly }
}

export type ChosenBackup = { store: BackupStore; window: RecoveryWindow }

/** The latest base backup before the moment whose write-ahead log reaches it. */
export async function chooseRecoveryWindow(
  stores: readonly BackupStore[],
  to: string,
  backup?: string,
): Promise<ChosenBackup> {
  const target = Date.parse(to)
  const found: ChosenBackup[] = []
  for (const store of stores) {
    const { reaches } = await readRecoveryWindows(store)
    for (const window of reaches) {
      const isSelected = backup === undefined || window.base.name === backup
      if (isSelected && window.from.getTime() <= target && target <= window.to.getTime()) found.push({ store, window })
    }
  }
  const systems = new Set(found.map(({ store }) => store.system))
  if (systems.size > 1) {
    throw new Error(`Several databases can be brought back to ${to}. Say which backup is meant: --backup <name>`)
  }
  const [best] = found.toSorted((one, other) => other.window.from.getTime() - one.window.from.getTime())
  if (best) return best
  const which = backup === undefined ? '' : ` from backup ${backup}`
  throw new Error([`${to} can't be reached${which}.`, ...(await describeRecoveryWindows(stores))].join('\n'))
}

/** Lists the recovery windows for the user, the newest first, and backups that cannot be used. */
export async function describeRecoveryWindows(stores: readonly BackupStore[]): Promise<string[]> {
  const lines: string[] = []
  for (const store of stores) {
    const { reaches, problems } = await readRecoveryWindows(store)
    lines.push(`PostgreSQL ${store.system}: moments that can be reached`)
    for (const { base, from, to } of reaches) {
      lines.push(`  ${from.toISOString()} to ${to.toISOString()}  from backup ${base.name}, timeline ${base.timeline}`)
    }
    if (reaches.length === 0) lines.push('  none')
    if (problems.length > 0) lines.push('What can’t be used:', ...problems.map((problem) => `  ${problem}`))
  }
  return lines
}
