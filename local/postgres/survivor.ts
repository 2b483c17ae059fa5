import { Client } from 'pg'
import { commandLineOf, isAlive } from '../processes.ts'
import type { Cluster } from './cluster.ts'
import { markLockStale, readLock } from './lock-file.ts'
import { stopPostmaster } from './postmaster.ts'

/** A postmaster outlives a killed parent: take it over when it answers, end it when it does not. */
export async function adoptRunningPostmaster(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const lock = readLock(cluster.data)
  if (!lock || !isAlive(lock.pid)) return undefined
  if (!commandLineOf(lock.pid).includes(cluster.data)) {
    markLockStale(cluster.data)
    return undefined
  }
  if (await answers(cluster, lock.port)) return { pid: lock.pid, port: lock.port }
  await stopPostmaster(lock.pid)
  return undefined
}

async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === cluster.data
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
