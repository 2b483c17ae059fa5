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
  /** A superuser's, to see and do what the owner may not: rows of all companies, triggers switched off. */
  adminUrl: string
  drop(): Promise<void>
}

/** Fewer than in production: each connection costs a process and its caches, and what waits for a second one shows. */
const connections = 4

/** A migrated, empty database for one test file, cloned from the template. Copying files costs half of what logging each page does. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, ownerUrl, prefix } = inject('postgres')
  const name = `${prefix}_${randomUUID().slice(0, 8)}`
  await withClient(ownerUrl, (owner) =>
    owner.query(`create database ${name} template ${prefix}_template strategy file_copy`),
  )
  const url = onDatabase(ownerUrl, name)
  await withClient(url, (owner) => grantAppRole(owner, appRole(url)))
  const db = await openDatabase(url, { max: connections })
  return {
    db,
    url,
    adminUrl: onDatabase(adminUrl, name),
    async drop() {
      await db.close()
      // An owner may not end the connections of others.
      await withClient(adminUrl, async (admin) => {
        await admin.query(`drop database ${name} with (force)`)
        await admin.query(`drop role ${pg.escapeIdentifier(appRole(url).name)}`)
      })
    },
  }
}
