import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres, createDatabase } from '#local/postgres/start-postgres.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import { migrate } from '#server/platform/db/migrate.ts'

/** Nothing outlives the tests, so durability is off. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

export type TestPostgres = {
  /** A superuser's connection string, on a database that is never a template. Only for what an owner may not do. */
  adminUrl: string
  /** The owner's connection string, on the same database: who creates, migrates and owns the databases of the product. */
  ownerUrl: string
  /** Prefix of every database and role of this run, so that two runs can share a server. */
  prefix: string
}

type RunningTestPostgres = TestPostgres & {
  /** Whether it is a copy of the template cluster, with the migrated database `lockstep`. */
  isCopy: boolean
  stop(): Promise<void>
}

export async function startTestPostgres(): Promise<RunningTestPostgres> {
  const prefix = `lockstep_test_${randomUUID().slice(0, 8)}`
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    const ownerUrl = await createOwner(given, `${prefix}_owner`)
    return { adminUrl: given, ownerUrl, prefix, isCopy: false, stop: () => removeAll(given, prefix) }
  }
  const dataDir = makeScratchFolder('test')
  const isCopy = copyTemplateInto(dataDir)
  const postgres = await startPostgres({ dataDir, settings })
  const adminUrl = postgres.url('postgres')
  return {
    adminUrl,
    ownerUrl: await createOwner(adminUrl, clusterOwner),
    prefix,
    isCopy,
    async stop() {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const clusterOwner = 'lockstep_owner'

/**
 * Creates an owner of databases as the README asks for: no superuser, so row-level security applies to it and to the functions that
 * run with its rights. It has the superuser's password, so that copies of the cluster have it too. Returns its connection string.
 */
async function createOwner(adminUrl: string, name: string, privileges = 'login createdb createrole'): Promise<string> {
  const url = new URL(adminUrl)
  url.username = name
  const role = pg.escapeIdentifier(name)
  const secret = url.password === '' ? 'null' : pg.escapeLiteral(decodeURIComponent(url.password))
  await withClient(adminUrl, async (admin) => {
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [name])
    if (rowCount === 0) await admin.query(`create role ${role} ${privileges} password ${secret}`)
  })
  return url.href
}

async function removeAll(adminUrl: string, prefix: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const names = async (query: string) => (await client.query<{ name: string }>(query, [prefix])).rows
    const databases = await names('select datname as name from pg_database where starts_with(datname, $1)')
    for (const { name } of databases)
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    const roles = await names('select rolname as name from pg_roles where starts_with(rolname, $1)')
    for (const { name } of roles) await client.query(`drop role if exists ${pg.escapeIdentifier(name)}`)
  })
}

export function onDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Commits survive a crash of PostgreSQL; a power failure is not simulated. */
const lasting = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }

/** Folder of a stopped server with a migrated database, which the global set-up creates. */
const templateVariable = 'LOCKSTEP_TEMPLATE_CLUSTER'

/** Creates a server to copy: copying takes a tenth of the time of `initdb` and migrations. Returns a function that removes it. */
export async function createTemplateCluster(): Promise<() => void> {
  const folder = makeScratchFolder('template')
  const postgres = await openOwnPostgres({}, folder)
  await postgres.stop()
  process.env[templateVariable] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function copyTemplateInto(folder: string): boolean {
  const template = process.env[templateVariable]
  if (!template || existsSync(join(folder, 'cluster'))) return false
  // By `cp`, since Node's own copies belong to the current account, which PostgreSQL does not run as if that is root.
  execFileSync('cp', ['-a', realpathSync(join(template, 'cluster')), join(folder, 'cluster')])
  return true
}

/** The owner of a whole server makes its backups too, for which the README asks for REPLICATION. */
const backupPrivileges = 'login createdb createrole replication'

/** A PostgreSQL of the test's own, so that it can be restarted and crashed. */
export async function openOwnPostgres(
  more: Record<string, string> = {},
  folder = makeScratchFolder('own'),
  onLog: (line: string) => void = () => {},
) {
  const settings = { ...lasting, ...more }
  copyTemplateInto(folder)
  let postgres = await startPostgres({ dataDir: folder, settings, onLog })
  const ownerUrl = await createOwner(postgres.url('postgres'), clusterOwner, backupPrivileges)
  await createDatabase(ownerUrl, 'lockstep')
  const url = onDatabase(ownerUrl, 'lockstep')
  await migrate(url)
  const startAgain = async () => {
    postgres = await startPostgres({ dataDir: folder, settings, onLog, port: postgres.port })
  }
  return {
    /** The owner's connection string, as DATABASE_URL would have it. */
    url,
    /** A superuser's, to see and do what the owner may not. */
    adminUrl: postgres.url('lockstep'),
    port: postgres.port,
    stop: () => postgres.stop(),
    async restart(): Promise<void> {
      await postgres.stop()
      await startAgain()
    },
    /** Starts it after it went down by itself. */
    startAgain,
    /** Crashes it (immediate shutdown) and starts it again after a pause, with crash recovery. */
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
