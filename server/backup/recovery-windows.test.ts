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

let shelf: BackupStore
beforeEach(async () => {
  shelf = { root: mkdtempSync(join(tmpdir(), 'lockstep-reach-')), system: '7', key: Buffer.alloc(32, 1) }
  await createStoreFolders(shelf)
  await writeFacts(shelf, base)
  writeFileSync(join(shelf.root, '7', `base-${name}.tar`), '')
})
afterEach(() => rmSync(shelf.root, { recursive: true }))

const segment = (n: number) => segmentName(1, BigInt(n), segmentSize)
const addLog = (n: number, minute: number, ending = '') =>
  writeWal(shelf, segment(n) + ending, { completeTo: `2026-03-02T10:${minute}:00.000Z` }, Buffer.alloc(100))
const reach = async () => {
  const { reaches, problems } = await readRecoveryWindows(shelf)
  return { to: reaches.map(({ to }) => to.toISOString().slice(11, 19)), problems }
}
const logFiles = () => readdirSync(join(shelf.root, '7', 'log')).toSorted()

it('names segments as PostgreSQL does', () => {
  expect(segmentName(1, 0x1_02n, segmentSize)).toBe('000000010000000100000002')
  expect(formatLsn(parseLsn('16/B374D848'))).toBe('16/B374D848')
})

describe('what can be reached', () => {
  it('is the end of a base whose log nobody keeps', async () => {
    expect(await reach()).toEqual({ to: ['10:00:05'], problems: [] })
  })

  it('goes as far as the log is whole, less the second in which PostgreSQL may still be writing', async () => {
    await addLog(3, 10)
    await addLog(4, 20, unfinished)
    expect(await reach()).toEqual({ to: ['10:19:59'], problems: [] })
  })

  it('goes on while nothing happens', async () => {
    await addLog(3, 10, unfinished)
    await writeMark(shelf, 1, { position: '0/3000064', completeTo: '2026-03-02T11:00:00.000Z' })
    expect((await reach()).to).toEqual(['10:59:59'])
  })

  it('does not believe a mark that tells of more log than there is', async () => {
    await addLog(3, 10, unfinished)
    await writeMark(shelf, 1, { position: '0/3000065', completeTo: '2026-03-02T11:00:00.000Z' })
    expect((await reach()).to).toEqual(['10:09:59'])
  })

  it('ends before a segment that is missing, and says so', async () => {
    await addLog(3, 10)
    await addLog(5, 30)
    const problem = `The log lacks ${segment(4)}: from backup ${name} nothing later than 2026-03-02T10:09:59.000Z can be reached.`
    expect(await reach()).toEqual({ to: ['10:09:59'], problems: [problem] })
  })

  it('does not follow the log of another timeline', async () => {
    await writeWal(shelf, segmentName(2, 3n, segmentSize), { completeTo: '2026-03-02T12:00:00.000Z' }, Buffer.alloc(9))
    expect(await reach()).toEqual({ to: ['10:00:05'], problems: [] })
  })

  it('is told of a base that was never finished or has another key', async () => {
    await writeFacts({ ...shelf, key: Buffer.alloc(32, 9) }, { ...base, name: '20260303T100000Z' })
    writeFileSync(join(shelf.root, '7', 'base-20260304T100000Z.tar'), '')
    writeFileSync(join(shelf.root, '7', 'base-20260305T100000Z.tar.partial-write'), '')
    expect((await reach()).problems).toEqual([
      'Backup 20260304T100000Z was never finished.',
      'base-20260305T100000Z.tar.partial-write was never finished.',
      `Backup 20260303T100000Z can't be used: 7/base-20260303T100000Z.facts is sealed with another key than BACKUP_KEY.`,
    ])
  })
})

describe('what is too old', () => {
  const day = 24 * 3_600_000
  const daysLater = (days: number) => new Date(Date.parse(base.startedAt) + days * day)
  const writtenOn = (file: string, date: Date) => utimesSync(join(shelf.root, '7', 'log', file), date, date)

  it('goes, base and log, and no sooner', async () => {
    await addLog(3, 10)
    writtenOn(segment(3), daysLater(0))
    expect(await pruneBackups(shelf, 7, daysLater(6.9))).toBe(0)
    expect(await pruneBackups(shelf, 7, daysLater(7.1))).toBe(3)
    expect(logFiles()).toEqual([])
  })

  it('takes the log before the eldest base with it, but none that a base needs', async () => {
    for (const n of [1, 2, 3]) {
      await addLog(n, 10)
      writtenOn(segment(n), daysLater(0))
    }
    await pruneBackups(shelf, 7, daysLater(2))
    expect(logFiles()).toEqual([segment(2), segment(3)])
  })

  it('leaves the log alone while a base can’t be read that may need it', async () => {
    await writeFacts({ ...shelf, key: Buffer.alloc(32, 9) }, { ...base, name: '20260303T100000Z' })
    await addLog(1, 10)
    writtenOn(segment(1), daysLater(0))
    await pruneBackups(shelf, 7, daysLater(2))
    expect(logFiles()).toEqual([segment(1)])
  })
})
