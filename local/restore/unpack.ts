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

/** Log beyond the moment, so that PostgreSQL meets a later transaction and knows where to stop. */
const beyondMs = 60_000

/** Unpacks a base backup and the write-ahead log from there to the moment. */
export async function unpack(store: BackupStore, { base, log }: RecoveryWindow, data: string, to: Date): Promise<void> {
  mkdirSync(data, { mode: 0o700 })
  await unpackBase(store, base.name, data)
  for (const name of log) {
    const { bytes, completeTo } = await readWal(store, name)
    const file = await open(join(data, 'pg_wal', name.slice(0, 24)), 'w', 0o600)
    try {
      await file.write(bytes)
      // Segments have a fixed size; the missing end is zeros.
      await file.truncate(base.segmentSize)
    } finally {
      await file.close()
    }
    if (Date.parse(completeTo) > to.getTime() + beyondMs) return
  }
}

async function unpackBase(store: BackupStore, name: string, data: string): Promise<void> {
  const entries = extract()
  // Errors while reading surface in the loop over the entries.
  const reading = pipeline(Readable.from(readEncrypted(basePlace(store, name), store.key)), entries)
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

/** Small files are written at once: a stream for each would take longer, and most of PostgreSQL's files are small. */
async function writeEntry(entry: Entry, path: string): Promise<void> {
  if ((entry.header.size ?? 0) > 1024 ** 2) return pipeline(entry, createWriteStream(path, { mode: 0o600 }))
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part as Buffer)
  writeFileSync(path, Buffer.concat(parts), { mode: 0o600 })
}
