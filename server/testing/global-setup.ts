import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle } from '#local/build/bundle.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { onDatabase, startTestPostgres, withClient, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
    /** The bundled server as in production; from sources it takes seconds to start. */
    program: string
  }
}

let stop = async () => {}
const folder = mkdtempSync(join(tmpdir(), 'lockstep-program-'))

export async function setup(project: TestProject): Promise<void> {
  const { adminUrl, prefix, ...postgres } = await startTestPostgres()
  stop = postgres.stop
  const template = `${prefix}_template`
  await withClient(adminUrl, (client) => client.query(`create database ${template}`))
  await migrate(onDatabase(adminUrl, template))
  project.provide('postgres', { adminUrl, prefix })
  const program = join(folder, 'server.mjs')
  await bundle('server/main.ts', program)
  cpSync('server/platform/db/migrations', join(folder, 'migrations'), { recursive: true })
  project.provide('program', program)
}

export async function teardown(): Promise<void> {
  await stop()
  rmSync(folder, { recursive: true })
}
