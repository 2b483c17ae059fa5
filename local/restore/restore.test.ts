import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runBackups } from '#server/backup/run-backups.ts'
import { readRecoveryWindows, type RecoveryWindow } from '#server/backup/recovery-windows.ts'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import { createLog } from '#server/platform/log.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { diffFigures, snapshotFigures, readFigures, type FiguresSnapshot } from '#server/testing/database-contents.ts'
import { openOwnPostgres, withClient } from '#server/testing/postgres.ts'
import { findFreePort } from '../free-port.ts'
import { chooseAccount } from '../postgres/account.ts'
import { findBinaries } from '../postgres/binaries.ts'
import { launchPostmaster, stopPostmaster } from '../postgres/postmaster.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { findBackupStores, chownFolder, restore } from './restore.ts'

const key = Buffer.alloc(32, 5)
const settings = { fsync: 'off' }
const polling = { timeout: 20_000, interval: 100 }
const folders: string[] = []
const newFolder = () => {
  const folder = makeScratchFolder('restore')
  folders.push(folder)
  return folder
}

let postgres: Awaited<ReturnType<typeof openOwnPostgres>>
let db: Database
let backups: string
let moment: FiguresSnapshot

/** Runs the backup process during the work. */
async function withBackups(url: string, work: (logLines: readonly string[]) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  const config = {
    DATABASE_URL: url,
    BACKUP_DIR: backups,
    BACKUP_KEY: key,
    BACKUP_DAYS: 7,
    LOG_LEVEL: 'error' as const,
  }
  const logLines: string[] = []
  const running = runBackups({
    config,
    log: createLog(config, 'test', { write: (line) => void logLines.push(line) }),
    signal: stopping.signal,
    saveEveryMs: 100,
    pauseMs: 100,
  })
  try {
    await work(logLines)
  } finally {
    stopping.abort()
    await running
  }
}

const reaches = async (root = backups) => {
  const stores = await findBackupStores(root, key).catch(() => [])
  return (await Promise.all(stores.map(readRecoveryWindows))).flatMap((store) => store.reaches)
}
const reachedTo = async () => (await reaches())[0]?.to.toISOString() ?? ''

async function restoreFrom(root: string, to: string, into = join(newFolder(), 'new'), withKey = key) {
  await restore(await findBackupStores(root, withKey), { to, into, filesOnly: false, settings }, () => {})
  return into
}

/** Starts PostgreSQL on the restored folder. */
async function inRestored<T>(into: string, work: (url: string) => Promise<T>): Promise<T> {
  const restored = await startPostgres({ dataDir: join(into, 'postgres'), settings })
  try {
    return await work(restored.url('lockstep'))
  } finally {
    await restored.stop()
  }
}

beforeAll(async () => {
  backups = newFolder()
  postgres = await openOwnPostgres({ track_commit_timestamp: 'on' })
  db = await openDatabase(postgres.url)
  const { id: companyId } = await buildCompany(db)
  await withBackups(postgres.url, async () => {
    const over = new AbortController()
    const load = Promise.all(
      [1, 2, 3].map(async () => {
        while (!over.signal.aborted) {
          await buildSku(db, companyId)
          // More WAL takes longer to fetch and replay, and proves nothing more.
          await sleep(10)
        }
      }),
    )
    await vi.waitUntil(async () => (await reaches()).length === 1, polling)
    const { rowCount } = await withClient(postgres.adminUrl, (client) =>
      client.query('select pg_terminate_backend(active_pid) from pg_replication_slots where active'),
    )
    if (rowCount !== 1) throw new Error('No process streams the log')
    moment = await snapshotFigures(postgres.adminUrl)
    await withClient(postgres.adminUrl, (client) => client.query('create table later (n int); select pg_switch_wal()'))
    over.abort()
    await load
    await withClient(postgres.adminUrl, (client) => client.query('drop table orders cascade'))
    const dropped = new Date().toISOString()
    await vi.waitUntil(async () => (await reachedTo()) > dropped, polling)
  })
})

afterAll(async () => {
  await db.close()
  await postgres.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('a restored copy', () => {
  it('equals the database at the moment, is marked as restored, and gets a new base backup', async () => {
    const into = await restoreFrom(backups, moment.at)
    await inRestored(into, async (url) => {
      await withClient(url, async (client) => {
        expect(moment.figures.size).toBeGreaterThan(60)
        expect(diffFigures(moment.figures, await readFigures(client))).toEqual([])
        const { rows } = await client.query<{ mark: string }>(
          `select current_setting('lockstep.restored', true) as mark`,
        )
        expect(JSON.parse(rows[0]?.mark ?? '')).toMatchObject({ to: moment.at })
      })
      await withBackups(url, async () => {
        await expect.poll(async () => (await reaches()).map(({ base }) => base.timeline)).toEqual([2, 1])
      })
    })
  })

  it('has everything up to the end of the log when the moment is after the last transaction', async () => {
    const [newest] = (await reaches()).filter(({ base }) => base.timeline === 1)
    const into = await restoreFrom(backups, newest?.to.toISOString() ?? '')
    const { rows } = await inRestored(into, (url) =>
      withClient(url, (client) =>
        client.query(`select to_regclass('orders') as orders, to_regclass('later') as later`),
      ),
    )
    expect(rows).toEqual([{ orders: null, later: 'later' }])
  })

  it('can be restored as files for a PostgreSQL that the user runs', async () => {
    const into = join(newFolder(), 'files')
    const nextSteps = await restore(
      await findBackupStores(backups, key),
      { to: moment.at, into, filesOnly: true },
      () => {},
    )
    expect(nextSteps[0]).toContain(`Start PostgreSQL 18 on ${into}`)
    const account = chooseAccount(undefined)
    if (account) chownFolder(account, dirname(into))
    const lines: string[] = []
    const pid = await launchPostmaster({
      postgres: findBinaries(account).postgres,
      data: into,
      account,
      port: await findFreePort(),
      settings: { ...settings, max_connections: '200' },
      onLog: (line) => lines.push(line),
    })
    await vi.waitUntil(() => !existsSync(join(into, 'recovery.signal')), polling)
    await stopPostmaster(pid)
    expect(lines.join()).toContain('recovery stopping')
  })
})

describe('the backup process', () => {
  const bases = async () => (await reaches()).filter(({ base }) => base.timeline === 1)

  it('logs that backups cannot be written, and continues once they can', async () => {
    const away = `${backups}-away`
    await withBackups(postgres.url, async (logLines) => {
      renameSync(backups, away)
      writeFileSync(backups, 'no folder')
      await withClient(postgres.adminUrl, (client) => client.query('create table while_away (n int)'))
      await vi.waitUntil(() => logLines.some((line) => line.includes('backups are not being kept')), polling)
      rmSync(backups)
      renameSync(away, backups)
      const back = new Date().toISOString()
      await vi.waitUntil(async () => ((await bases())[0]?.to.toISOString() ?? '') > back, polling)
    })
    expect(await bases()).toMatchObject([{ lacks: undefined }])
  })

  it('takes a new base backup when PostgreSQL has dropped log that was not fetched', async () => {
    await withClient(postgres.adminUrl, async (client) => {
      await client.query(`select pg_drop_replication_slot('lockstep_backup')`)
      for (const name of ['one', 'two']) await client.query(`create table lost_${name} (n int); select pg_switch_wal()`)
      await client.query('checkpoint')
    })
    await withBackups(postgres.url, async () => {
      await vi.waitUntil(async () => (await bases()).length === 2, polling)
    })
    expect(await bases()).toMatchObject([{ lacks: undefined }, { lacks: expect.stringMatching(/^0{7}1/) }])
  })
})

describe('a restore is refused for', () => {
  let eldest: RecoveryWindow
  beforeAll(async () => {
    eldest = (await reaches()).at(-1) as RecoveryWindow
  })

  /** A copy of the eldest base backup and the log. */
  const copy = (spoil: (folder: string) => void) => {
    const root = newFolder()
    const isOther = (name: string) => name.startsWith('base-') && !name.startsWith(`base-${eldest.base.name}.`)
    cpSync(backups, root, { recursive: true, filter: (path) => !isOther(basename(path)) })
    const [system = ''] = readdirSync(root)
    spoil(join(root, system))
    return root
  }
  const find = (folder: string, ending: RegExp) =>
    join(folder, readdirSync(folder).find((name) => ending.test(name)) ?? '')
  const firstLog = (folder: string) => join(folder, 'log', eldest.log[0] ?? '')
  const flip = (file: string, at: number) => {
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    writeFileSync(file, bytes)
  }

  it('a folder that is not empty', async () => {
    const into = newFolder()
    writeFileSync(join(into, 'something'), '')
    await expect(restoreFrom(backups, moment.at, into)).rejects.toThrow('is not empty. Name a new folder')
    expect(readdirSync(into)).toEqual(['something'])
  })

  it.each(['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])('%s, which can’t be reached', async (to) => {
    await expect(restoreFrom(backups, to)).rejects.toThrow(`${to} can't be reached.`)
  })

  it('another key', async () => {
    await expect(restoreFrom(backups, moment.at, undefined, Buffer.alloc(32, 6))).rejects.toThrow(
      'is sealed with another key than BACKUP_KEY.',
    )
  })

  it('a log with a hole before the moment', async () => {
    const root = copy((folder) => rmSync(firstLog(folder)))
    await expect(restoreFrom(root, moment.at)).rejects.toThrow(`The log lacks ${eldest.log[0]}: from backup`)
  })

  it.each([
    ['a base with another byte', (folder: string) => flip(find(folder, /\.tar$/), 300_000), /tar is damaged/],
    ['a log with another byte', (folder: string) => flip(firstLog(folder), 5_000), /log\/[0-9A-F]+ is damaged/],
  ])('%s, and nothing is left behind', async (_, spoil, sentence) => {
    const into = join(newFolder(), 'new')
    await expect(restoreFrom(copy(spoil), moment.at, into)).rejects.toThrow(sentence)
    expect(existsSync(join(into, 'postgres', 'cluster'))).toBe(false)
  })
})
