import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Copy = {
  /** Of the table `copied`, which the statements read. */
  columns: string
  /** As COPY reads them: values with a tab between them. */
  lines: string[]
  /** Each is given the company's id. */
  statements: readonly string[]
}

/** COPY and then plain statements, in one transaction: the least that has to happen for many rows. */
export async function copyRows(bare: pg.Client, companyId: string, copy: Copy): Promise<void> {
  await bare.query('begin')
  await bare.query(`create temp table copied (${copy.columns}) on commit drop`)
  // In one piece: line by line the stream would take longer than PostgreSQL.
  await pipeline(Readable.from([copy.lines.join('\n')]), bare.query(copyFrom('copy copied from stdin')))
  await bare.query('analyze copied')
  for (const statement of copy.statements) await bare.query(statement, [companyId])
  await bare.query('commit')
}
