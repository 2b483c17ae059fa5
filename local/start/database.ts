import { join } from 'node:path'
import { createDatabase } from '../postgres/create-database.ts'
import { startPostgres } from '../postgres.ts'
import { openLogFile } from './log-file.ts'
import type { Shutdown } from './shutdown.ts'

/** The embedded PostgreSQL, and in it the product's database. Returns its address. */
export async function startDatabase(dataDir: string, logs: string, shutdown: Shutdown): Promise<string> {
  const log = openLogFile(logs, 'postgresql.log')
  const starting = startPostgres({ dataDir: join(dataDir, 'postgres'), onLog: log.write })
  let kill = () => {}
  shutdown.defer({ stop: async () => (await starting).stop(), kill: () => kill() })
  const postgres = await starting
  kill = () => process.kill(postgres.pid, 'SIGQUIT')
  await createDatabase(postgres.url('postgres'), 'lockstep')
  return postgres.url('lockstep')
}
