import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'

/** The scope of a read for row-level security: a company, the platform, both, or nothing. */
export type ReadScope = { companyId?: string; isPlatform?: boolean; sessionCheck?: SessionCheck | null | undefined }

/**
 * A session that was read from this process's cache. PostgreSQL compares its version in the round trip of the first read (optimistic
 * check); if the session has changed, nothing is read.
 */
export type SessionCheck = { readonly sessionId: string; readonly sessionVersion: string; isConfirmed: boolean }

/** The cached session is outdated: the request must be authenticated again. */
export class SessionChanged extends Error {
  override name = 'SessionChanged'
}

const settings = (company: string, scope: string) =>
  `set_config('app.company_id', ${company}, true), set_config('app.scope', ${scope}, true),
    set_config('transaction_read_only', 'on', true), set_config('plan_cache_mode', $3, true)`

const enterScope = { name: 'enter', text: `select ${settings('$1', '$2')}` }

/** Sets an empty scope when the session's version differs, and returns whether it matches. */
const enterScopeIfUnchanged = {
  name: 'enter_if_unchanged',
  text: `select ${settings(`case when holds then $1 else '' end`, `case when holds then $2 else '' end`)}, holds
    from (select session_stamp($4) is not distinct from $5 as holds offset 0) as session_check`,
}
const holdsAt = 4

/** Prepares both statements, once per connection. */
export async function prepareScopedReads(client: PoolClient): Promise<void> {
  const nobody = ['', '', 'auto']
  await Promise.all([
    client.query({ ...enterScope, values: nobody }),
    client.query({ ...enterScopeIfUnchanged, values: [...nobody, '', ''] }),
  ])
}

/**
 * Runs one read-only statement together with its scope. Both are sent in one message up to Sync (extended protocol), which
 * PostgreSQL treats as one transaction: one round trip instead of four (BEGIN, SET, statement, COMMIT).
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

/** Internals of pg's Query that its types leave out. */
type Wire = {
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  describe(message: { type: string; name: string }): void
  execute(message: { portal: string; rows: number }): void
}
/** The columns of a result and the parsers of their values. */
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

/** Row descriptions by statement name, so that PostgreSQL is asked for each of them once. */
const shapes = new Map<string, Shape>()

class ScopedQuery extends SendableQuery {
  isRefused = false
  #hasEntered = false
  #sessionCheck: SessionCheck | undefined
  readonly #entry: ReadScope

  constructor(config: QueryConfig, values: unknown[], scope: ReadScope) {
    // pg copies own properties of the config with their descriptors; an object without own properties avoids that cost.
    super(Object.create(config) as QueryConfig, values)
    this.queryMode = 'extended'
    this.#entry = scope
  }

  override prepare(wire: Wire): void {
    const { companyId = '', isPlatform = false, sessionCheck } = this.#entry
    // A named statement uses its generic plan; otherwise PostgreSQL would plan some of them anew for each call.
    const values = [companyId, isPlatform ? 'platform' : '', this.name ? 'force_generic_plan' : 'auto']
    if (sessionCheck && !sessionCheck.isConfirmed) {
      this.#sessionCheck = sessionCheck
      const { sessionId, sessionVersion } = sessionCheck
      wire.bind({
        statement: enterScopeIfUnchanged.name,
        values: [...values, sessionId, sessionVersion],
        valueMapper: unmapped,
      })
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
    else if (this.#sessionCheck) {
      this.#sessionCheck.isConfirmed = message.fields[holdsAt] === 't'
      this.isRefused = !this.#sessionCheck.isConfirmed
    }
  }

  override handleCommandComplete(message: Message, wire: Wire): void {
    if (this.#hasEntered) super.handleCommandComplete(message, wire)
    this.#hasEntered = true
  }
}

const unmapped = (value: unknown) => value
const withoutDescribe = { describe: { value: () => {} } }
