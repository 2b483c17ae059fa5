import { chmodSync, createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import type { RecoveryWindow } from '#server/backup/recovery-windows.ts'
import { readEncrypted, UnreadableBackup } from '#server/backup/encrypted-file.ts'
import { basePlace, readWal, type BackupStore } from '#server/backup/backup-store.ts'

type Entry = ReturnType<typeof extract> extends AsyncIterable<infer One> ? One : never

/** Past the moment by so much, so that PostgreSQL meets a change that is too late and knows where to stop. */
const beyondMs = 60_000

/** Lays out PostgreSQL's files as they were, and the log that leads from there to the moment. */
export async function unpack(shelf: BackupStore, { base, log }: RecoveryWindow, data: string, to: Date): Promise<void> {
  mkdirSync(data, { mode: 0o700 })
  await unpackBase(shelf, base.name, data)
  for (const name of log) {
    const { bytes, completeTo } = await readWal(shelf, name)
    const file = await open(join(data, 'pg_wal', name.slice(0, 24)), 'w', 0o600)
    try {
      await file.write(bytes)
      // PostgreSQL knows segments of one size only; what is not there yet is zeros.
      await file.truncate(base.segmentSize)
    } finally {
      await file.close()
    }
    if (Date.parse(completeTo) > to.getTime() + beyondMs) return
  }
}

async function unpackBase(shelf: BackupStore, name: string, data: string): Promise<void> {
  const entries = extract()
  // Whatever goes wrong while reading is told by whoever takes the entries.
  const reading = pipeline(Readable.from(readEncrypted(basePlace(shelf, name), shelf.key)), entries)
  reading.catch(() => {})
  let files = 0
  for await (const entry of entries) {
    const path = resolve(data, entry.header.name)
    if (path !== data && !path.startsWith(data + sep))
      throw new Error(`${entry.header.name} lies outside of the backup.`)
    if (entry.header.type === 'directory') {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else if (entry.header.type === 'file') {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      await writeEntry(entry, path)
      files += 1
    } else {
      throw new Error(`${entry.header.name} is neither a file nor a folder.`)
    }
  }
  await reading
  if (files === 0) throw new UnreadableBackup(`Backup ${name} is empty.`)
  chmodSync(data, 0o700)
}

/** Most of PostgreSQL's files are small: to open a stream for each takes longer than to write it. */
async function writeEntry(entry: Entry, path: string): Promise<void> {
  if ((entry.header.size ?? 0) > 1024 ** 2) return pipeline(entry, createWriteStream(path, { mode: 0o600 }))
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part as Buffer)
  writeFileSync(path, Buffer.concat(parts), { mode: 0o600 })
}
