import { parseArgs } from 'node:util'
import type { BackupStore } from '#server/backup/backup-store.ts'
import { readRecoveryWindows, type RecoveryWindow } from '#server/backup/recovery-windows.ts'

export const usage =
  'Restore with: npm run restore -- --to <moment, such as 2026-11-17T08:30:00Z> --into <new folder> [--backup <name>] [--files-only]'

export type RestoreOptions =
  | { lists: true }
  | {
      lists: false
      /** As it was given: PostgreSQL reads the parts of a second that a Date has no room for. */
      to: string
      into: string
      /** The one that lies nearest before the moment unless told. */
      backup?: string | undefined
      /** For a PostgreSQL of one's own: the files are laid out, and it does the rest when it is started. */
      filesOnly: boolean
    }

/** With its zone, since a guess could be hours off. */
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

export type Choice = { shelf: BackupStore; reach: RecoveryWindow }

/** The base that lies nearest before the moment and whose log leads to it. */
export async function chooseReach(shelves: readonly BackupStore[], to: string, backup?: string): Promise<Choice> {
  const wanted = Date.parse(to)
  const found: Choice[] = []
  for (const shelf of shelves) {
    const { reaches } = await readRecoveryWindows(shelf)
    for (const reach of reaches) {
      const isMeant = backup === undefined || reach.base.name === backup
      if (isMeant && reach.from.getTime() <= wanted && wanted <= reach.to.getTime()) found.push({ shelf, reach })
    }
  }
  const systems = new Set(found.map(({ shelf }) => shelf.system))
  if (systems.size > 1) {
    throw new Error(`Several databases can be brought back to ${to}. Say which backup is meant: --backup <name>`)
  }
  const [best] = found.toSorted((one, other) => other.reach.from.getTime() - one.reach.from.getTime())
  if (best) return best
  const which = backup === undefined ? '' : ` from backup ${backup}`
  throw new Error([`${to} can't be reached${which}.`, ...(await describeReaches(shelves))].join('\n'))
}

/** For people: what can be reached, the newest first, and what lies there in vain. */
export async function describeReaches(shelves: readonly BackupStore[]): Promise<string[]> {
  const lines: string[] = []
  for (const shelf of shelves) {
    const { reaches, problems } = await readRecoveryWindows(shelf)
    lines.push(`PostgreSQL ${shelf.system}: moments that can be reached`)
    for (const { base, from, to } of reaches) {
      lines.push(`  ${from.toISOString()} to ${to.toISOString()}  from backup ${base.name}, timeline ${base.timeline}`)
    }
    if (reaches.length === 0) lines.push('  none')
    if (problems.length > 0) lines.push('What can’t be used:', ...problems.map((problem) => `  ${problem}`))
  }
  return lines
}
