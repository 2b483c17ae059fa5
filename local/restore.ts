import { readBackupLocation } from '#server/platform/config.ts'
import { readEnvironment } from './start/environment.ts'
import { describeReaches, usage, readOptions } from './restore/options.ts'
import { findBackupStores, restore } from './restore/restore.ts'

/** `npm run restore -- --list`, or `-- --to <moment> --into <folder>`. */
async function main(): Promise<void> {
  const wishes = readOptions(process.argv.slice(2))
  const { BACKUP_DIR, BACKUP_KEY } = readBackupLocation(readEnvironment())
  const shelves = await findBackupStores(BACKUP_DIR, BACKUP_KEY)
  if (wishes.lists) {
    for (const line of await describeReaches(shelves)) console.log(line)
    console.log(usage)
    return
  }
  const begun = performance.now()
  const lines = await restore(shelves, wishes, (line) => console.log(line))
  console.log(`Restored in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  for (const line of lines) console.log(line)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
