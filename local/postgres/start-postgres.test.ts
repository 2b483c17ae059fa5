import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { startPostgres, type Postgres } from './start-postgres.ts'
import { isAlive } from '../processes.ts'

const fast = { fsync: 'off' }

/** A cluster for all tests, since `initdb` takes seconds. Each test starts it, or adopts it when it runs. */
let dataDir: string
let running: Postgres | undefined

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lockstep-local-'))
})
afterAll(async () => {
  await running?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<Postgres> {
  running = await startPostgres({ dataDir, settings: fast })
  return running
}

async function query(postgres: Postgres, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function lockFile(): string {
  return join(realpathSync(join(dataDir, 'cluster')), 'data', 'postmaster.pid')
}

test('data survive a clean stop, after which the process is gone', async () => {
  const first = await start()
  await query(first, 'create table stopped as select 42 as answer')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  expect(await query(await start(), 'select answer from stopped')).toEqual([{ answer: 42 }])
})

test('a second start adopts the postmaster that a killed parent left running', async () => {
  const first = await start()
  const second = await start()
  expect(second).toMatchObject({ pid: first.pid, port: first.port })
})

test('PostgreSQL listens on the loopback address only and requires the password', async () => {
  const postgres = await start()
  expect(await query(postgres, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await query(postgres, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
  const address = new URL(postgres.url('postgres'))
  address.password = 'guessed'
  await expect(new Client({ connectionString: address.href }).connect()).rejects.toThrow(
    'password authentication failed',
  )
})

test('a killed postmaster recovers its data at the next start', async () => {
  const first = await start()
  await query(first, 'create table killed as select 42 as answer')
  process.kill(first.pid, 'SIGKILL')
  await expect.poll(() => isAlive(first.pid)).toBe(false)
  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second, 'select answer from killed')).toEqual([{ answer: 42 }])
})

test('PostgreSQL starts although the process id in its lock file belongs to another program now', async () => {
  await start()
  const adopted = await start()
  const lines = readFileSync(lockFile(), 'utf8').split('\n')
  await adopted.stop()
  expect(isAlive(adopted.pid)).toBe(false)
  writeFileSync(lockFile(), [process.ppid, ...lines.slice(1)].join('\n'))
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)('PostgreSQL runs for root in a folder that only root can enter', async () => {
  const closed = makeTempFolder()
  const inner = join(closed, 'inner', 'postgres')
  const postgres = await startPostgres({ dataDir: inner, settings: fast })
  onTestFinished(() => postgres.stop())
  const cluster = realpathSync(join(inner, 'cluster'))
  onTestFinished(() => void execFileSync('rm', ['-rf', cluster]))
  expect(cluster.startsWith(closed)).toBe(false)
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
})
