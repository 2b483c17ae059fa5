import { expect, it } from 'vitest'
import { poolSize } from './client.ts'

const shareOf = (webProcesses: number, connections = 92) => ({
  WEB_PROCESSES: webProcesses,
  DATABASE_CONNECTIONS: connections,
})

it('pools leave PostgreSQL connections for others, with up to sixteen web processes', () => {
  for (let web = 1; web <= 15; web += 1) {
    const ofWeb = web * (poolSize(shareOf(web), true) + 3)
    const ofWorker = poolSize(shareOf(web), false) + 7
    expect(ofWeb + ofWorker, `${web} web processes`).toBeLessThanOrEqual(92)
  }
})

it.each([
  [1, 92, 10],
  [7, 92, 7],
  [15, 92, 2],
  [15, 300, 10],
  [64, 92, 2],
])('with %i web processes and %i connections each pool has %i', (web, connections, size) => {
  expect(poolSize(shareOf(web, connections), true)).toBe(size)
})
