import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type Connection } from 'pg'

/** What comes over a copy, message by message, and the rows that came before and after it. */
export type Copy = {
  messages: Readable
  rows: (string | null)[][]
  send(message: Buffer): void
  /** When the last message came in, by `performance`. */
  heardAt(): number
}

export type Replication = {
  query(command: string): Promise<(string | null)[][]>
  copy(command: string): Copy
  end(): Promise<void>
}

/** A connection that also speaks PostgreSQL's replication commands. Its user needs REPLICATION. */
export async function openReplication(url: string): Promise<Replication> {
  const config = {
    connectionString: url,
    application_name: 'lockstep backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Known to the client, not to its types. In this mode the connection answers queries, too.
    replication: 'database',
  } satisfies pg.ClientConfig & { replication: string }
  const client = new pg.Client(config)
  // Whoever waits for an answer is told; a connection that breaks while nobody does is told of by the next question.
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

/** Whoever is not there any more says no goodbye. */
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

/** What the client calls of a query while it is answered. */
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
    // Nobody wants the rest, but the connection can't be ended while it waits to be read.
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
      // Copied, since the client reads on into the same memory.
      if (!messages.destroyed && !messages.push(Buffer.from(chunk))) connection?.stream.pause()
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => void messages.push(null),
    handleError: (error) => void messages.destroy(error),
  }
  client.query(query)
  return { messages, rows, send: (message) => connection?.sendCopyFromChunk(message), heardAt: () => heardAt }
}
