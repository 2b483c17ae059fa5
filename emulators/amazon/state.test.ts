import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStateWriter } from '../state-file.ts'
import { client, control, createCaller, northfield, startForTest, unitedStates } from './fixtures/amazon-fixture.ts'
import { loadState, createState } from './state.ts'
import { startAmazon } from './start-amazon.ts'

let stateFile: string
beforeEach(() => {
  stateFile = join(mkdtempSync(join(tmpdir(), 'lockstep-amazon-')), 'emulators/amazon.json')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(join(stateFile, '../..'), { recursive: true })
})

const items = `/sellers/${northfield}/marketplaces/${unitedStates}/items`

test('state, tokens, port and a clock that was ahead survive a restart', async () => {
  const before = await startAmazon({ client, limits: 'off', stateFile, speed: 0 })
  await control(before, 'PUT', items, { items: [{ sku: 'TEE-L', title: 'Tee, large', fulfillable: 3 }] })
  const call = createCaller(before)
  before.clock.advance(86_400_000)
  const then = before.clock.now()
  await before.stop()
  await expect(call('/sellers/v1/account')).rejects.toThrow()

  const after = await startForTest({ stateFile })
  expect(after.url).toBe(before.url)
  expect(after.state).toEqual(before.state)
  expect(after.clock.now().getTime()).toBeGreaterThanOrEqual(then.getTime())
  const { body } = await control(after, 'GET', items)
  expect(body).toMatchObject({ items: [{ sku: 'TEE-L', fulfillable: 3 }] })
})

test('a token from before the restart is still valid', async () => {
  const before = await startAmazon({ client, limits: 'off', stateFile })
  const call = createCaller(before)
  await before.stop()
  await startForTest({ stateFile })
  expect((await call('/sellers/v1/account')).status).toBe(200)
})

test('another port is used for once when the saved one is taken', async () => {
  const first = await startAmazon({ client, limits: 'off', stateFile })
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  const second = await startAmazon({ client, limits: 'off', stateFile })
  await second.stop()
  squatter.close()
  await once(squatter, 'close')
  const third = await startForTest({ stateFile })
  expect(second.url).not.toBe(first.url)
  expect(third.url).toBe(first.url)
})

test('the state is saved a second after the first of many changes, and not again without one', () => {
  vi.useFakeTimers()
  let reads = 0
  const state = { port: 1, now: new Date().toISOString(), world: createState() }
  const stateWriter = createStateWriter(stateFile, () => {
    reads += 1
    return state
  })
  for (let change = 0; change < 5; change += 1) stateWriter.scheduleSave()
  vi.advanceTimersByTime(999)
  expect(existsSync(stateFile)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(JSON.parse(readFileSync(stateFile, 'utf8'))).toEqual(state)
  vi.advanceTimersByTime(60_000)
  expect(reads).toBe(1)
  stateWriter.scheduleSave()
  vi.advanceTimersByTime(60_000)
  expect(reads).toBe(2)
})

test('a file of an earlier version gets the missing fields', () => {
  const seller = { id: 'A', name: 'Early', endpoint: 'na', marketplaceIds: [], stock: { M: {} } }
  const early = { port: 20_001, now: '2026-01-01T00:00:00.000Z', world: { sellers: { A: seller } } }
  const file = join(stateFile, '../../early.json')
  writeFileSync(file, JSON.stringify(early))
  const { port, world: state } = loadState(file, createState)
  expect(port).toBe(20_001)
  expect(state.tokens.refreshTokens).toEqual({})
  expect(state.sellers['A']).toMatchObject({ ...seller, hasFba: true, listings: {} })
})
