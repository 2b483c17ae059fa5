import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/db/migrate.ts'
import { onDatabase, startTestPostgres, withClient, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

let stop = async () => {}

export async function setup(project: TestProject): Promise<void> {
  const { adminUrl, prefix, ...postgres } = await startTestPostgres()
  stop = postgres.stop
  const template = `${prefix}_template`
  await withClient(adminUrl, (client) => client.query(`create database ${template}`))
  await migrate(onDatabase(adminUrl, template))
  project.provide('postgres', { adminUrl, prefix })
}

export async function teardown(): Promise<void> {
  await stop()
}
