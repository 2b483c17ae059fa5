import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'

/** Who reads: PostgreSQL's walls let through what they say, and nothing when they say nothing. */
export type ReadScope = { companyId?: string; isPlatform?: boolean; sessionCheck?: SessionCheck | null | undefined }

/**
 * A session that is taken for what it was a moment ago. PostgreSQL is asked whether it still is, in the same message as
 * what is read first; if it is not, nothing is read.
 */
export type SessionCheck = { readonly sessionId: string; readonly stamp: string; isConfirmed: boolean }

/** The session has changed or ended since: who asks has to be found out anew. */
export class SessionChanged extends Error {
  override name = 'SessionChanged'
}

const settings = (company: string, scope: string) =>
  `set_config('app.company_id', ${company}, true), set_config('app.scope', ${scope}, true),
    set_config('transaction_read_only', 'on', true), set_config('plan_cache_mode', $3, true)`

const enterScope = { name: 'enter', text: `select ${settings('$1', '$2')}` }

/** Opens nothing to a session that is not what it was, and says which. */
const enterScopeIfUnchanged = {
  name: 'enter_if_unchanged',
  text: `select ${settings(`case when holds then $1 else '' end`, `case when holds then $2 else '' end`)}, holds
    from (select session_stamp($4) is not distinct from $5 as holds offset 0) as premise`,
}
const holdsAt = 4

/** Once per connection, before anybody reads on it. */
export async function prepareScopedReads(client: PoolClient): Promise<void> {
  const nobody = ['', '', 'auto']
  await Promise.all([
    client.query({ ...enterScope, values: nobody }),
    client.query({ ...enterScopeIfUnchanged, values: [...nobody, '', ''] }),
  ])
}

/**
 * One statement that only reads, with who reads it in the same message: PostgreSQL takes both for one transaction, which
 * ends with the answer. That is one journey, where begin, settings, statement and commit are four.
 */
export function readScoped(client: PoolClient, scope: ReadScope, config: QueryConfig, values: unknown[] = []) {
  return new Promise<QueryResult>((resolve, reject) => {
    const query = new ScopedQuery(config, values, scope)
    query.callback = (error, result) => {
      if (query.isRefused) reject(new SessionChanged())
      else if (error) reject(error)
      else resolve(result)
    }
    client.query(query)
  })
}

/** What pg's own query does to be sent and answered; its types leave that out. */
type Wire = {
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  describe(message: { type: string; name: string }): void
  execute(message: { portal: string; rows: number }): void
}
/** Its columns, and how the values of each are read. */
type Shape = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type Message = { name: string; fields: readonly (string | null)[] }
type Sendable = pg.Query & {
  name?: string
  queryMode?: 'extended'
  _result: Shape
  _accumulateRows: boolean
  callback: (error: Error | null, result: QueryResult) => void
  prepare(wire: Wire): void
  handleRowDescription(message: Message): void
  handleDataRow(message: Message): void
  handleCommandComplete(message: Message, wire: Wire): void
}
const SendableQuery = pg.Query as unknown as new (config: QueryConfig, values: unknown[]) => Sendable

/** By the names of statements. It is the same for each call, so PostgreSQL is asked for it once. */
const shapes = new Map<string, Shape>()

class ScopedQuery extends SendableQuery {
  isRefused = false
  #hasEntered = false
  #premise: SessionCheck | undefined
  readonly #entry: ReadScope

  constructor(config: QueryConfig, values: unknown[], scope: ReadScope) {
    // pg copies the fields that are the object's own, by a description of each. This one has none.
    super(Object.create(config) as QueryConfig, values)
    this.queryMode = 'extended'
    this.#entry = scope
  }

  override prepare(wire: Wire): void {
    const { companyId = '', isPlatform = false, sessionCheck } = this.#entry
    // What has a name is to be planned once for all; left to itself, PostgreSQL would plan some of it anew each time.
    const values = [companyId, isPlatform ? 'platform' : '', this.name ? 'force_generic_plan' : 'auto']
    if (sessionCheck && !sessionCheck.isConfirmed) {
      this.#premise = sessionCheck
      const { sessionId, stamp } = sessionCheck
      wire.bind({ statement: enterScopeIfUnchanged.name, values: [...values, sessionId, stamp], valueMapper: unmapped })
    } else {
      wire.bind({ statement: enterScope.name, values, valueMapper: unmapped })
    }
    wire.execute({ portal: '', rows: 0 })
    const shape = this.name && shapes.get(this.name)
    if (!shape) return super.prepare(wire)
    super.prepare(Object.create(wire, withoutDescribe) as Wire)
    Object.assign(this._result, shape)
    this._accumulateRows = true
  }

  override handleRowDescription(message: Message): void {
    super.handleRowDescription(message)
    if (!this.name) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  override handleDataRow(message: Message): void {
    if (this.#hasEntered) super.handleDataRow(message)
    else if (this.#premise) {
      this.#premise.isConfirmed = message.fields[holdsAt] === 't'
      this.isRefused = !this.#premise.isConfirmed
    }
  }

  override handleCommandComplete(message: Message, wire: Wire): void {
    if (this.#hasEntered) super.handleCommandComplete(message, wire)
    this.#hasEntered = true
  }
}

const unmapped = (value: unknown) => value
const withoutDescribe = { describe: { value: () => {} } }
