import { createTestDatabase } from '#server/testing/database.ts'
import { openWeb } from './web-server.ts'

/** For a test file: the database is cloned from the one that is migrated already. */
export async function openWebOfTest({ web = 1 } = {}) {
  const { url, drop } = await createTestDatabase()
  return openWeb({ web, postgres: { url, close: drop } })
}
