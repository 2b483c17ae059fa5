import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pruneBackups } from './take-backup.ts'
import { readRecoveryWindows } from './recovery-windows.ts'
import {
  createStoreFolders,
  unfinished,
  writeFacts,
  writeWal,
  writeMark,
  type BaseFacts,
  type BackupStore,
} from './backup-store.ts'
import { formatLsn, parseLsn, segmentName } from './wal-position.ts'

const segmentSize = 16 * 1024 ** 2
const name = '20260302T100000Z'
const base: BaseFacts = {
  name,
  timeline: 1,
  start: '0/2000028',
  end: '0/2000150',
  segmentSize,
  version: 180_004,
  startedAt: '2026-03-02T10:00:00.000Z',
  endedAt: '2026-03-02T10:00:05.000Z',
}

let store: BackupStore
beforeEach(async () => {
  store = { root: mkdtempSync(join(tmpdir(), 'lockstep-reach-')), system: '7', key: Buffer.alloc(32, 1) }
  await createStoreFolders(store)
  await writeFacts(store, base)
  writeFileSync(join(store.root, '7', `base-${name}.tar`), '')
})
afterEach(() => rmSync(store.root, { recursive: true }))

const segment = (n: number) => segmentName(1, BigInt(n), segmentSize)
const addLog = (n: number, minute: number, ending = '') =>
  writeWal(store, segment(n) + ending, { completeTo: `2026-03-02T10:${minute}:00.000Z` }, Buffer.alloc(100))
const reach = async () => {
  const { reaches, problems } = await readRecoveryWindows(store)
  return { to: reaches.map(({ to }) => to.toISOString().slice(11, 19)), problems }
}
const logFiles = () => readdirSync(join(store.root, '7', 'log')).toSorted()

it('WAL segments are named as PostgreSQL names them', () => {
  expect(segmentName(1, 0x1_02n, segmentSize)).toBe('000000010000000100000002')
  expect(formatLsn(parseLsn('16/B374D848'))).toBe('16/B374D848')
})

describe('a recovery window', () => {
  it('is the end of the base backup when no WAL follows', async () => {
    expect(await reach()).toEqual({ to: ['10:00:05'], problems: [] })
  })

  it('extends to the end of complete WAL, less a second for commits in progress', async () => {
    await addLog(3, 10)
    await addLog(4, 20, unfinished)
    expect(await reach()).toEqual({ to: ['10:19:59'], problems: [] })
  })

  it('extends while nothing happens', async () => {
    await addLog(3, 10, unfinished)
    await writeMark(store, 1, { position: '0/3000064', completeTo: '2026-03-02T11:00:00.000Z' })
    expect((await reach()).to).toEqual(['10:59:59'])
  })

  it('ignores a mark beyond the stored WAL', async () => {
    await addLog(3, 10, unfinished)
    await writeMark(store, 1, { position: '0/3000065', completeTo: '2026-03-02T11:00:00.000Z' })
    expect((await reach()).to).toEqual(['10:09:59'])
  })

  it('ends before a missing segment, and reports it', async () => {
    await addLog(3, 10)
    await addLog(5, 30)
    const problem = `The log lacks ${segment(4)}: from backup ${name} nothing later than 2026-03-02T10:09:59.000Z can be reached.`
    expect(await reach()).toEqual({ to: ['10:09:59'], problems: [problem] })
  })

  it('does not continue on another timeline', async () => {
    await writeWal(store, segmentName(2, 3n, segmentSize), { completeTo: '2026-03-02T12:00:00.000Z' }, Buffer.alloc(9))
    expect(await reach()).toEqual({ to: ['10:00:05'], problems: [] })
  })

  it('is not offered for a base backup that is unfinished or has another key, which is reported', async () => {
    await writeFacts({ ...store, key: Buffer.alloc(32, 9) }, { ...base, name: '20260303T100000Z' })
    writeFileSync(join(store.root, '7', 'base-20260304T100000Z.tar'), '')
    writeFileSync(join(store.root, '7', 'base-20260305T100000Z.tar.partial-write'), '')
    expect((await reach()).problems).toEqual([
      'Backup 20260304T100000Z was never finished.',
      'base-20260305T100000Z.tar.partial-write was never finished.',
      `Backup 20260303T100000Z can't be used: 7/base-20260303T100000Z.facts is sealed with another key than BACKUP_KEY.`,
    ])
  })
})

describe('pruning', () => {
  const day = 24 * 3_600_000
  const daysLater = (days: number) => new Date(Date.parse(base.startedAt) + days * day)
  const writtenOn = (file: string, date: Date) => utimesSync(join(store.root, '7', 'log', file), date, date)

  it('deletes base backups and WAL when their retention ends, and no sooner', async () => {
    await addLog(3, 10)
    writtenOn(segment(3), daysLater(0))
    expect(await pruneBackups(store, 7, daysLater(6.9))).toBe(0)
    expect(await pruneBackups(store, 7, daysLater(7.1))).toBe(3)
    expect(logFiles()).toEqual([])
  })

  it('deletes WAL from before the oldest base backup, but none that a base backup needs', async () => {
    for (const n of [1, 2, 3]) {
      await addLog(n, 10)
      writtenOn(segment(n), daysLater(0))
    }
    await pruneBackups(store, 7, daysLater(2))
    expect(logFiles()).toEqual([segment(2), segment(3)])
  })

  it('keeps WAL while an unreadable base backup may need it', async () => {
    await writeFacts({ ...store, key: Buffer.alloc(32, 9) }, { ...base, name: '20260303T100000Z' })
    await addLog(1, 10)
    writtenOn(segment(1), daysLater(0))
    await pruneBackups(store, 7, daysLater(2))
    expect(logFiles()).toEqual([segment(1)])
  })
})
