import { readRecoveryWindows } from '#server/backup/recovery-windows.ts'
import type { BackupStore } from '#server/backup/backup-store.ts'

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
