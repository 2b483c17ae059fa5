import { rmSync } from 'node:fs'
import { createDatabase } from '#local/postgres/create-database.ts'
import { startPostgres } from '#local/postgres.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import { migrate } from '#server/platform/db/migrate.ts'

/** What PostgreSQL has confirmed survives its own end; only a loss of power is not survived, and none is played. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }

/** A PostgreSQL with a migrated database that nobody else uses, so that it can be restarted. */
export async function openOwnPostgres() {
  const folder = makeScratchFolder('own')
  let postgres = await startPostgres({ dataDir: folder, settings })
  const url = postgres.url('lockstep')
  await createDatabase(postgres.url('postgres'), 'lockstep')
  await migrate(url)
  return {
    url,
    async restart(): Promise<void> {
      const { port } = postgres
      await postgres.stop()
      postgres = await startPostgres({ dataDir: folder, settings, port })
    },
    async close(): Promise<void> {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
