import type { QueryResult, QueryResultRow } from 'pg'
import type { Database } from '../db/client.ts'

/**
 * One statement on tables of the platform, in one journey: what is sent as one text is one transaction. Such a text takes
 * no parameters, so whatever comes from outside stands in it as `pg.escapeLiteral` writes it.
 */
export async function queryPlatform<Row extends QueryResultRow>(db: Database, statement: string): Promise<Row[]> {
  const results: unknown = await db.pool.query(`set local app.scope = 'platform'; ${statement}`)
  // Several statements have several answers, which the driver's types leave out.
  const [, result] = results as [QueryResult, QueryResult<Row>]
  return result.rows
}
