import { join } from 'node:path'
import { createDatabase, startPostgres, type Postgres } from '../postgres/start-postgres.ts'
import { signal, untilGone } from '../processes.ts'
import { lastLines, openLogFile } from './child.ts'
import type { Shutdown } from './shutdown.ts'

/** Limits the log that PostgreSQL retains for backups when nobody fetches it, so that the disk does not fill. */
const settings = { max_slot_wal_keep_size: '4GB' }

/** Starts the embedded PostgreSQL and creates the product's database. Returns its URL. */
export async function startDatabase(dataDir: string, logs: string, shutdown: Shutdown): Promise<string> {
  const log = openLogFile(logs, 'postgresql.log')
  const starting = startPostgres({ dataDir: join(dataDir, 'postgres'), settings, onLog: log.write })
  let postgres: Postgres | undefined
  shutdown.defer({
    stop: async () => (await starting.catch(() => undefined))?.stop(),
    kill: () => void (postgres && signal(postgres.pid, 'SIGQUIT')),
  })
  postgres = await starting
  shutdown.watch(untilGone(postgres.pid).then(() => lastLines('PostgreSQL stopped by itself', log)))
  await createDatabase(postgres.url('postgres'), 'lockstep')
  return postgres.url('lockstep')
}
