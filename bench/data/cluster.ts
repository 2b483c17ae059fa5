import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { claim } from '#local/claim.mjs'
import { startPostgres, type Postgres } from '#local/postgres.ts'
import { signal } from '#local/processes.ts'
import { root } from '#local/root.ts'
import { readEnvironment } from '#local/start/environment.ts'
import type { Shutdown } from '#local/start/shutdown.ts'

/** Where everything is that a run leaves behind: data sets, results, logs, profiles. */
export function openBenchFolder(): string {
  const folder = join(resolve(root, readEnvironment()['DATA_DIR'] ?? '.data'), 'bench')
  // PostgreSQL may have to run under another account, which must be able to walk through.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return folder
}

/** The PostgreSQL that keeps the data sets and runs on copies of them: one run at a time. */
export async function openCluster(folder: string, shutdown: Shutdown): Promise<Postgres> {
  const turn = await claim(`bench ${folder}`)
  if (!turn.held)
    throw new Error(`Another npm run bench uses ${folder}. Wait for it, or set DATA_DIR to another folder.`)
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  shutdown.defer({ stop: postgres.stop, kill: () => void signal(postgres.pid, 'SIGQUIT') })
  return postgres
}
