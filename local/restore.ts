import { readBackupLocation } from '#server/platform/config.ts'
import { readEnvironment } from './start/environment.ts'
import { describeRecoveryWindows, usage, readOptions } from './restore/options.ts'
import { findBackupStores, restore } from './restore/restore.ts'

/** `npm run restore -- --list`, or `-- --to <moment> --into <folder>`. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const { BACKUP_DIR, BACKUP_KEY } = readBackupLocation(readEnvironment())
  const stores = await findBackupStores(BACKUP_DIR, BACKUP_KEY)
  if (options.lists) {
    for (const line of await describeRecoveryWindows(stores)) console.log(line)
    console.log(usage)
    return
  }
  const startedAt = performance.now()
  const lines = await restore(stores, options, (line) => console.log(line))
  console.log(`Restored in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  for (const line of lines) console.log(line)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
