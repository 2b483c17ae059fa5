import { namesIn, type Shelf } from '#server/platform/backup/shelf.ts'

/** One for each PostgreSQL whose backups lie there. */
export async function findShelves(root: string, key: Buffer): Promise<Shelf[]> {
  const systems = (await namesIn(root)).filter((name) => /^\d+$/.test(name))
  if (systems.length === 0) throw new Error(`There is no backup in ${root}.`)
  return systems.map((system) => ({ root, system, key }))
}
