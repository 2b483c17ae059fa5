import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/db/migrate.ts'
import { createTemplateCluster, onDatabase, startTestPostgres, withClient, type TestPostgres } from './postgres.ts'
import { builtProgram } from './product-processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
    /** The built server as in production; from sources it takes seconds to start. */
    program: string
  }
}

let stop = async () => {}
let removeTemplate = () => {}

export async function setup(project: TestProject): Promise<void> {
  removeTemplate = await createTemplateCluster()
  const { adminUrl, ownerUrl, prefix, isCopy, ...postgres } = await startTestPostgres()
  stop = postgres.stop
  const template = `${prefix}_template`
  await withClient(ownerUrl, (owner) => owner.query(`create database ${template} ${isCopy ? 'template lockstep' : ''}`))
  if (!isCopy) await migrate(onDatabase(ownerUrl, template))
  project.provide('postgres', { adminUrl, ownerUrl, prefix })
  const program = await builtProgram()
  // A process stores its compiled code when it ends, but not when it is killed, as the tests do. Later starts take half as long.
  spawnSync(process.execPath, [program, 'job'], { env: {}, stdio: 'ignore' })
  project.provide('program', program)
}

export async function teardown(): Promise<void> {
  await stop()
  removeTemplate()
}
