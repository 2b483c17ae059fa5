import { listNames, type BackupStore } from '#server/backup/backup-store.ts'

/** One for each PostgreSQL whose backups lie there. */
export async function findBackupStores(root: string, key: Buffer): Promise<BackupStore[]> {
  const systems = (await listNames(root)).filter((name) => /^\d+$/.test(name))
  if (systems.length === 0) throw new Error(`There is no backup in ${root}.`)
  return systems.map((system) => ({ root, system, key }))
}
