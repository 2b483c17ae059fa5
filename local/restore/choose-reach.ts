import { readRecoveryWindows, type RecoveryWindow } from '#server/backup/recovery-windows.ts'
import type { BackupStore } from '#server/backup/backup-store.ts'
import { describeReaches } from './describe-reaches.ts'

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
