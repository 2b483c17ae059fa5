import type { Readable } from 'node:stream'
import type { Replication } from './replication.ts'
import { writeEncrypted } from './sealed-file.ts'
import { basePlace, writeFacts, type BaseFacts, type BackupStore } from './shelf.ts'

/** With the log from its beginning to its end, so that it stands for itself. What was sent is sealed as it comes. */
const baseBackupCommand = `BASE_BACKUP (LABEL 'lockstep', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')`

/** Copies all of PostgreSQL's files, while it works. */
export async function takeBaseBackup(replication: Replication, store: BackupStore): Promise<BaseFacts> {
  const version = await readSetting(replication, 'server_version_num')
  const segment = await readSetting(replication, 'wal_segment_size')
  const startedAt = await readClock(replication)
  const name = startedAt.replaceAll(/[-:]|\.\d+/g, '')
  const { messages, rows } = replication.copy(baseBackupCommand)
  await writeEncrypted(basePlace(store, name), store.key, tarChunks(messages))
  const [begun, ended] = [rows[0], rows.at(-1)]
  if (!begun?.[0] || !ended?.[0]) throw new Error('PostgreSQL did not say from where to where its copy goes')
  const facts: BaseFacts = {
    name,
    timeline: Number(begun[1]),
    start: begun[0],
    end: ended[0],
    segmentSize: parseSize(segment),
    version: Number(version),
    startedAt,
    endedAt: await readClock(replication),
  }
  await writeFacts(store, facts)
  return facts
}

/** Each message begins with a letter: n begins an archive, d has its bytes, p tells how far it is. */
async function* tarChunks(messages: Readable): AsyncGenerator<Buffer> {
  let archives = 0
  for await (const message of messages as AsyncIterable<Buffer>) {
    const kind = String.fromCharCode(message[0] ?? 0)
    if (kind === 'n' && (archives += 1) > 1)
      throw new Error('Backups of a PostgreSQL with tablespaces of its own are not made.')
    if (kind === 'd') yield message.subarray(1)
  }
}

export const readSetting = async (replication: Replication, setting: string): Promise<string> =>
  (await replication.query(`SHOW ${setting}`))[0]?.[0] ?? ''

/** By PostgreSQL's own clock, which its log is stamped with. */
async function readClock(replication: Replication): Promise<string> {
  const [row] = await replication.query(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  )
  return row?.[0] ?? ''
}

/** `SHOW` says 16MB or 1GB. */
export function parseSize(text: string): number {
  const found = /^(\d+)(kB|MB|GB)$/.exec(text)
  const unit = { kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[found?.[2] ?? '']
  if (!found || !unit) throw new Error(`PostgreSQL told the size of a segment as ${text}`)
  return Number(found[1]) * unit
}
