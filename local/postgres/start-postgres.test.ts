import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { startPostgres, type Postgres } from './start-postgres.ts'
import { isAlive } from '../processes.ts'

const fast = { fsync: 'off' }

async function start(dataDir: string): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, settings: fast })
  onTestFinished(() => postgres.stop())
  return postgres
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

function lockFile(dataDir: string): string {
  return join(realpathSync(join(dataDir, 'cluster')), 'data', 'postmaster.pid')
}

test('data survive a clean stop, after which the process is gone', async () => {
  const dataDir = makeTempFolder()
  const first = await start(dataDir)
  await query(first, 'create table kept as select 42 as answer')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  expect(await query(await start(dataDir), 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a second start adopts the postmaster that a killed parent left running', async () => {
  const dataDir = makeTempFolder()
  const first = await start(dataDir)
  const second = await start(dataDir)
  expect(second).toMatchObject({ pid: first.pid, port: first.port })
  await second.stop()
  expect(isAlive(first.pid)).toBe(false)
})

test('a killed postmaster recovers its data at the next start', async () => {
  const dataDir = makeTempFolder()
  const first = await start(dataDir)
  await query(first, 'create table kept as select 42 as answer')
  process.kill(first.pid, 'SIGKILL')
  await expect.poll(() => isAlive(first.pid)).toBe(false)
  const second = await start(dataDir)
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('PostgreSQL starts although the process id in its lock file belongs to another program now', async () => {
  const dataDir = makeTempFolder()
  const first = await start(dataDir)
  const lines = readFileSync(lockFile(dataDir), 'utf8').split('\n')
  await first.stop()
  writeFileSync(lockFile(dataDir), [process.ppid, ...lines.slice(1)].join('\n'))
  const second = await start(dataDir)
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('PostgreSQL listens on the loopback address only and requires the password', async () => {
  const postgres = await start(makeTempFolder())
  expect(await query(postgres, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await query(postgres, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
  const address = new URL(postgres.url('postgres'))
  address.password = 'guessed'
  await expect(new Client({ connectionString: address.href }).connect()).rejects.toThrow(
    'password authentication failed',
  )
})

test.runIf(process.getuid?.() === 0)('PostgreSQL runs for root in a folder that only root can enter', async () => {
  const closed = makeTempFolder()
  const dataDir = join(closed, 'inner', 'postgres')
  const postgres = await start(dataDir)
  const cluster = realpathSync(join(dataDir, 'cluster'))
  onTestFinished(() => void execFileSync('rm', ['-rf', cluster]))
  expect(cluster.startsWith(closed)).toBe(false)
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
})
