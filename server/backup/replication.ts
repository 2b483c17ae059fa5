import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type Connection } from 'pg'
import { parseLsn } from './wal-position.ts'

export const readSetting = async (replication: Replication, setting: string): Promise<string> =>
  (await replication.query(`SHOW ${setting}`))[0]?.[0] ?? ''

/** Parses sizes of SHOW, such as 16MB or 1GB. */
export function parseSize(text: string): number {
  const found = /^(\d+)(kB|MB|GB)$/.exec(text)
  const unit = { kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[found?.[2] ?? '']
  if (!found || !unit) throw new Error(`PostgreSQL told the size of a segment as ${text}`)
  return Number(found[1]) * unit
}

/** A running COPY: its messages, and the rows before and after it. */
export type Copy = {
  messages: Readable
  rows: (string | null)[][]
  send(message: Buffer): void
  /** When the last message arrived (`performance.now()`). */
  heardAt(): number
}

export type Replication = {
  query(command: string): Promise<(string | null)[][]>
  copy(command: string): Copy
  end(): Promise<void>
}

/** A connection in replication mode, which takes replication commands and SQL. Its user needs REPLICATION. */
export async function openReplication(url: string): Promise<Replication> {
  const config = {
    connectionString: url,
    application_name: 'lockstep backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Known to pg, not to its types. In `database` mode SQL works too.
    replication: 'database',
  } satisfies pg.ClientConfig & { replication: string }
  const client = new pg.Client(config)
  // Pending queries fail with the error; without a listener an idle connection's error would end the process.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw explainMissingPrivilege(error)
  })
  const asTexts = { getTypeParser: () => String }
  return {
    query: async (text) => (await client.query<(string | null)[]>({ text, rowMode: 'array', types: asTexts })).rows,
    copy: (command) => startCopy(client, command),
    end: () => closeConnection(client),
  }
}

const closeTimeoutMs = 5_000

/** Ends the connection; a dead peer never answers, so the socket is destroyed after a limit. */
async function closeConnection(client: pg.Client): Promise<void> {
  const { connection } = client as unknown as { connection: Connection }
  await Promise.race([client.end(), sleep(closeTimeoutMs, undefined, { ref: false })])
  connection.stream.destroy()
}

const insufficientPrivilege = '42501'

const explainMissingPrivilege = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === insufficientPrivilege
    ? new Error('The user in DATABASE_URL may not make backups: alter role <it> replication', { cause: error })
    : error

type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void }

/** The callbacks that pg's client makes on a query. */
type QueryHandlers = {
  submit(connection: Connection): void
  handleRowDescription(): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCopyData(message: { chunk: Buffer }): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

function startCopy(client: pg.Client, command: string): Copy {
  let connection: CopyConnection | undefined
  let heardAt = performance.now()
  const rows: (string | null)[][] = []
  const resume = () => void connection?.stream.resume()
  const messages = new Readable({
    objectMode: true,
    highWaterMark: 32,
    read: resume,
    // The rest is discarded, but a paused connection cannot be ended.
    destroy(error, done) {
      resume()
      done(error)
    },
  })
  const query: QueryHandlers = {
    submit(given) {
      connection = given as CopyConnection
      connection.query(command)
    },
    handleRowDescription() {},
    handleDataRow: ({ fields }) => void rows.push(fields),
    handleCopyData({ chunk }) {
      heardAt = performance.now()
      // Copied, because pg reuses the buffer.
      if (!messages.destroyed && !messages.push(Buffer.from(chunk))) connection?.stream.pause()
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => void messages.push(null),
    handleError: (error) => void messages.destroy(error),
  }
  client.query(query)
  return { messages, rows, send: (message) => connection?.sendCopyFromChunk(message), heardAt: () => heardAt }
}

export const slotName = 'lockstep_backup'

/** A new slot holds no WAL from before its creation. */
type Slot = { position: bigint; isNew: boolean }

const duplicateObject = '42710'

/** The replication slot for which PostgreSQL retains WAL. Created the first time, and again after it was lost (max_slot_wal_keep_size). */
export async function ensureSlot(replication: Replication): Promise<Slot> {
  const existing = await readSlot(replication)
  if (existing) return { position: existing, isNew: false }
  await replication.query(`CREATE_REPLICATION_SLOT ${slotName} PHYSICAL RESERVE_WAL`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== duplicateObject) throw error
  })
  const created = await readSlot(replication)
  if (!created) throw new Error('PostgreSQL keeps no log for backups: max_slot_wal_keep_size is too small.')
  return { position: created, isNew: true }
}

async function readSlot(replication: Replication): Promise<bigint | undefined> {
  const [row] = await replication.query(
    `SELECT restart_lsn, wal_status FROM pg_replication_slots WHERE slot_name = '${slotName}'`,
  )
  if (!row) return undefined
  const [position, status] = row
  if (position && status !== 'lost') return parseLsn(position)
  await replication.query(`DROP_REPLICATION_SLOT ${slotName}`)
  return undefined
}
