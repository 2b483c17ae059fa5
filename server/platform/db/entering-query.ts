import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'

/** Who reads: PostgreSQL's walls let through what they say, and nothing when they say nothing. */
export type Entry = { companyId?: string; isPlatform?: boolean }

const enter = {
  name: 'enter',
  text: `select set_config('app.company_id', $1, true), set_config('app.scope', $2, true),
    set_config('transaction_read_only', 'on', true), set_config('plan_cache_mode', $3, true)`,
}

/** Once per connection, before anybody reads on it. */
export const prepareEntering = (client: PoolClient) => client.query({ ...enter, values: ['', '', 'auto'] })

/**
 * One statement that only reads, with who reads it in the same message: PostgreSQL takes both for one transaction, which
 * ends with the answer. That is one journey, where begin, settings, statement and commit are four.
 */
export function readEntering(client: PoolClient, entry: Entry, config: QueryConfig, values: unknown[] = []) {
  return new Promise<QueryResult>((resolve, reject) => {
    const query = new EnteringQuery({ ...config, queryMode: 'extended' }, values, entry)
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(query)
  })
}

/** What pg's own query does to be sent and answered; its types leave that out. */
type Wire = {
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(message: { portal: string; rows: number }): void
}
type Message = { name: string }
type Sendable = pg.Query & {
  name?: string
  callback: (error: Error | null, result: QueryResult) => void
  prepare(wire: Wire): void
  handleDataRow(message: Message): void
  handleCommandComplete(message: Message, wire: Wire): void
}
const SendableQuery = pg.Query as unknown as new (config: QueryConfig, values: unknown[]) => Sendable

class EnteringQuery extends SendableQuery {
  #hasEntered = false
  readonly #entry: Entry

  constructor(config: QueryConfig & { queryMode: 'extended' }, values: unknown[], entry: Entry) {
    super(config, values)
    this.#entry = entry
  }

  override prepare(wire: Wire): void {
    const { companyId = '', isPlatform = false } = this.#entry
    // What has a name is to be planned once for all; left to itself, PostgreSQL would plan some of it anew each time.
    const values = [companyId, isPlatform ? 'platform' : '', this.name ? 'force_generic_plan' : 'auto']
    wire.bind({ statement: enter.name, values, valueMapper: (value) => value })
    wire.execute({ portal: '', rows: 0 })
    super.prepare(wire)
  }

  override handleDataRow(message: Message): void {
    if (this.#hasEntered) super.handleDataRow(message)
  }

  override handleCommandComplete(message: Message, wire: Wire): void {
    if (this.#hasEntered) super.handleCommandComplete(message, wire)
    this.#hasEntered = true
  }
}
