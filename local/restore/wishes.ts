import { parseArgs } from 'node:util'

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
