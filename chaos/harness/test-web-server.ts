import { createTestDatabase } from '#server/testing/database.ts'
import { startWebSystem } from './web-server.ts'

/** For test files: on a database cloned from vitest's migrated template, which `npm run chaos` does not have. */
export async function startTestWebSystem({ web = 1 } = {}) {
  const { url, adminUrl, drop } = await createTestDatabase()
  return startWebSystem({ web, postgres: { url, adminUrl, close: drop } })
}
