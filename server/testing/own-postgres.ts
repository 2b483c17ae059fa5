import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '#local/postgres/create-database.ts'
import { startPostgres } from '#local/postgres.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import { migrate } from '#server/platform/db/migrate.ts'

/** What PostgreSQL has confirmed survives its own end; only a loss of power is not survived, and none is played. */
const lasting = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }

/** A PostgreSQL with a migrated database that nobody else uses, so that it can be restarted. */
export async function openOwnPostgres(
  more: Record<string, string> = {},
  folder = makeScratchFolder('own'),
  onLog: (line: string) => void = () => {},
) {
  const settings = { ...lasting, ...more }
  let postgres = await startPostgres({ dataDir: folder, settings, onLog })
  const url = postgres.url('lockstep')
  await createDatabase(postgres.url('postgres'), 'lockstep')
  await migrate(url)
  const startAgain = async () => {
    postgres = await startPostgres({ dataDir: folder, settings, onLog, port: postgres.port })
  }
  return {
    url,
    port: postgres.port,
    async restart(): Promise<void> {
      await postgres.stop()
      await startAgain()
    },
    /** After it has gone down by itself. */
    startAgain,
    /** Stops it as a crash would, and starts it again after a pause; it then recovers what was committed. */
    async crash(pause = 0): Promise<void> {
      await postgres.stopAtOnce()
      await sleep(pause)
      await startAgain()
    },
    async close(): Promise<void> {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
