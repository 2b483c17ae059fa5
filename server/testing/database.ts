import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { appRole, grantAppRole } from '#server/platform/db/roles.ts'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import { onDatabase, withClient } from './postgres.ts'

export type TestDatabase = {
  db: Database
  /** The owner's connection string, as DATABASE_URL would have it. */
  url: string
  drop(): Promise<void>
}

/** A migrated, empty database for one test file, cloned from the template. Copying files costs half of what logging each page does. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, prefix } = inject('postgres')
  const name = `${prefix}_${randomUUID().slice(0, 8)}`
  await withClient(adminUrl, (client) =>
    client.query(`create database ${name} template ${prefix}_template strategy file_copy`),
  )
  const url = onDatabase(adminUrl, name)
  await withClient(url, (client) => grantAppRole(client, appRole(url)))
  const db = await openDatabase(url)
  return {
    db,
    url,
    async drop() {
      await db.close()
      await withClient(adminUrl, async (client) => {
        await client.query(`drop database ${name} with (force)`)
        await client.query(`drop role ${pg.escapeIdentifier(appRole(url).name)}`)
      })
    },
  }
}
