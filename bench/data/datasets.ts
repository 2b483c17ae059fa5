import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { fingerprint } from '#local/build/build-if-stale.ts'
import { claim } from '#local/claim.mjs'
import { type Postgres, startPostgres } from '#local/postgres/start-postgres.ts'
import { signal } from '#local/processes.ts'
import { root } from '#local/root.ts'
import { readEnvironment } from '#local/start/environment.ts'
import type { Shutdown } from '#local/start/shutdown.ts'
import { appRole } from '#server/platform/db/roles.ts'
import { withClient } from '#server/testing/postgres.ts'
import { fillSet } from './fill.ts'
import { type SetName, setNames, sizes } from './sizes.ts'

const sources = ['server/platform/db/migrations/**', 'server/demo/**', 'bench/data/{sizes,fill,catalogue,orders}.ts']

/** Orders are dated when the set is filled, so a set is refilled every week. */
const weeks = Math.floor(Date.now() / (7 * 86_400_000))

const version = `${weeks}_${fingerprint(root, sources).slice(0, 12)}`

const templateOf = (name: SetName) => `${name}_${version}`

/** Copies the data set into a database of that name, replacing an earlier copy. Returns its URL. */
export async function copySet(cluster: Postgres, set: SetName, name: string): Promise<string> {
  await ensureSet(cluster, set)
  const copy = `run_${name}`
  await onMaintenance(cluster, async (client) => {
    await drop(cluster, client, copy)
    await client.query(`create database ${copy} template ${templateOf(set)} strategy file_copy`)
  })
  return cluster.url(copy)
}

/** Drops databases that no run can use: other versions of the sets, copies, and half-filled ones of killed runs. */
export function dropLeftovers(cluster: Postgres): Promise<void> {
  return onMaintenance(cluster, async (client) => {
    const current = ['postgres', ...setNames.map(templateOf)]
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname !~ '^template[01]$' and datname <> all($1)`,
      [current],
    )
    for (const { name } of rows) await drop(cluster, client, name)
  })
}

/** Fills the set under another name and renames it, so that a half-filled one is never used. */
async function ensureSet(cluster: Postgres, name: SetName): Promise<void> {
  const [template, unfinished] = [templateOf(name), `filling_${name}`]
  const exists = await onMaintenance(cluster, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 1) return true
    await drop(cluster, client, unfinished)
    await client.query(`create database ${unfinished}`)
    return false
  })
  if (exists) return
  const { orders, skus } = sizes[name]
  console.log(`Filling the data set ${name}, once: ${orders} orders, ${skus} SKUs…`)
  await fillSet(cluster.url(unfinished), sizes[name])
  await onMaintenance(cluster, async (client) => {
    await client.query(`drop role ${roleOf(cluster, unfinished)}`)
    await client.query(`alter database ${unfinished} rename to ${template}`)
  })
}

const roleOf = (cluster: Postgres, name: string) => pg.escapeIdentifier(appRole(cluster.url(name)).name)

async function drop(cluster: Postgres, client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  await client.query(`drop role if exists ${roleOf(cluster, name)}`)
}

const onMaintenance = <T>(cluster: Postgres, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(cluster.url('postgres'), work)

/** The folder with data sets, results, logs and profiles. */
export function openBenchFolder(): string {
  const folder = join(resolve(root, readEnvironment()['DATA_DIR'] ?? '.data'), 'bench')
  // PostgreSQL may run under another account, which needs to traverse the folder.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return folder
}

/** Starts the PostgreSQL with the data sets. One run at a time. */
export async function openCluster(folder: string, shutdown: Shutdown): Promise<Postgres> {
  const lock = await claim(`bench ${folder}`)
  if (!lock.held)
    throw new Error(`Another npm run bench uses ${folder}. Wait for it, or set DATA_DIR to another folder.`)
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  shutdown.defer({ stop: postgres.stop, kill: () => void signal(postgres.pid, 'SIGQUIT') })
  return postgres
}
