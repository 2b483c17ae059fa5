import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../free-port.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { initializeCluster, openCluster } from './cluster.ts'
import { adoptRunningPostmaster, crashPostmaster, type Launch, launchPostmaster, stopPostmaster } from './postmaster.ts'

export type Postgres = {
  /** A superuser's connection string. */
  url(database: string): string
  port: number
  pid: number
  stop(): Promise<void>
  /** Crashes it (immediate shutdown): committed data are recovered at the next start. */
  stopAtOnce(): Promise<void>
}

export type PostgresOptions = {
  dataDir: string
  settings?: Record<string, string>
  /** Default: any free port. A restart may need the port that clients know. */
  port?: number
  onLog?: (line: string) => void
}

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { settings = {}, port: fixedPort, onLog = () => {} } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const home = join(dataDir, 'cluster')
  const account = chooseAccount(existsSync(home) ? home : undefined)
  const binaries = findBinaries(account)
  if (!existsSync(home)) await initializeCluster({ home, account, binaries, durable: settings['fsync'] !== 'off' })
  const cluster = openCluster(home)
  const { pid, port } =
    (await adoptRunningPostmaster(cluster)) ??
    (await launch({ postgres: binaries.postgres, data: cluster.data, account, settings, onLog }, fixedPort))
  return {
    url: (database) => `postgres://postgres:${cluster.password}@127.0.0.1:${port}/${database}`,
    port,
    pid,
    stop: () => stopPostmaster(pid),
    stopAtOnce: () => crashPostmaster(pid),
  }
}

/** Temporary errors: another program took the port meanwhile, or backends of a killed postmaster are still ending. */
const retryableErrors = /could not bind|Address already in use|pre-existing shared memory block/

async function launch(
  options: Omit<Launch, 'port'>,
  fixedPort: number | undefined,
): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await findFreePort())
    try {
      return { pid: await launchPostmaster({ ...options, port }), port }
    } catch (error) {
      if (attempt === 10 || !(error instanceof Error) || !retryableErrors.test(error.message)) throw error
      await sleep(500)
    }
  }
}

/** Creates the database if it does not exist; `maintenanceUrl` is of any other database of the cluster. */
export async function createDatabase(maintenanceUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
