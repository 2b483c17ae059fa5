import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { faultKinds, type FaultKind } from '#emulators/amazon/faults/faults.ts'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { createAmazonClient } from './client.ts'
import { marketplaceId, connectAccount, putItems } from './fixtures/seller-account.ts'
import { application, testSettings } from './fixtures/test-settings.ts'
import { createAmazonMarketplace } from './marketplace.ts'
import { operation } from './operation.ts'

let amazon: RunningAmazon
let account: MarketplaceAccount

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
  account = await connectAccount(testSettings(amazon).settings)
  await putItems(amazon.url, [{ sku: 'TEE-L', title: 'Tee, large', fulfillable: 7 }])
})
afterAll(() => amazon.stop())
afterEach(() => amazon.faults.clear())

/** Only these faults withhold an answer; for the others the clock waits until it arrives. */
const mayHang = (kind: FaultKind) => ['hang', 'late', 'out-of-order'].includes(kind)

const settingsFor = (kind: FaultKind) => testSettings(amazon, { mayHang: mayHang(kind) }).settings

const readStock = (kind: FaultKind) => createAmazonMarketplace(settingsFor(kind)).readStock(account, { marketplaceId })

const read = 'read'
const away = ['Unavailable', /^Amazon can’t be reached at the moment \([A-Z_]+\)\.$/] as const
const slow = ['Unavailable', /^Amazon didn’t respond in time \(\d+ s\)\.$/] as const
const unknownShape = [
  'Rejected',
  /^Amazon sent an unexpected response \(getInventorySummaries: payload \(invalid_type\)\)\. Your Lockstep provider needs to look into it\.$/,
] as const

/** Outcome of a stock read when a fault happens once, and when it does not end. */
const outcomes: Record<
  FaultKind,
  { once: typeof read | typeof unknownShape; always: typeof read | readonly [string, RegExp] }
> = {
  throttle: {
    once: read,
    always: ['Unavailable', /^Amazon asks Lockstep to wait: too many requests in a short time \(429\)\.$/],
  },
  'error-500': { once: read, always: ['Unavailable', /^Amazon is having technical problems \(500\)\.$/] },
  'error-502': { once: read, always: ['Unavailable', /technical problems \(502\)/] },
  'error-503': { once: read, always: ['Unavailable', /technical problems \(503\)/] },
  hang: { once: read, always: slow },
  drop: { once: read, always: away },
  'drop-after-acting': { once: read, always: away },
  late: { once: read, always: slow },
  'html-502': { once: read, always: ['Unavailable', /technical problems \(502\)/] },
  'html-200': {
    once: read,
    always: ['Unavailable', /^Amazon’s response was incomplete or not valid \(200, not JSON\)\.$/],
  },
  truncated: { once: read, always: ['Unavailable', /incomplete or not valid/] },
  'out-of-order': { once: read, always: read },
  'expire-token': {
    once: read,
    always: ['Unauthorized', /^Amazon has ended Lockstep’s access to this account\. Authorize it again\.$/],
  },
  'wrong-shape': { once: unknownShape, always: unknownShape },
  'lost-lwa': { once: read, always: away },
}

it.each(faultKinds)('a read copes with one %s', async (kind) => {
  amazon.faults.add({ kind, next: 1 })
  const outcome = await readStock(kind).catch((error: unknown) => error)
  if (outcomes[kind].once === read) expect(outcome).toMatchObject({ rows: [{ sku: 'TEE-L', qtyAvailable: 7 }] })
  else expect(outcome).toMatchObject({ name: 'Rejected', code: 'unknown_shape', whoActs: 'lockstep' })
})

it.each(faultKinds)('a call that fails with %s until its deadline ends with a message that says why', async (kind) => {
  amazon.faults.add({ kind, every: 1 })
  const began = amazon.clock.time()
  const outcome = await readStock(kind).catch((error: unknown) => error)
  const expected = outcomes[kind].always
  if (expected === read) expect(outcome).toMatchObject({ rows: [{ sku: 'TEE-L' }] })
  else expect(outcome).toMatchObject({ name: expected[0], message: expect.stringMatching(expected[1]) })
  expect(amazon.clock.time() - began).toBeLessThanOrEqual(90_000)
})

/** A write that is not idempotent at Amazon. */
const createDocument = (isRepeatable: boolean) =>
  operation({
    name: 'createFeedDocument',
    method: 'POST',
    rate: 0.5,
    burst: 15,
    isRepeatable,
    request: (body: { contentType: string }) => ({ path: '/feeds/2021-06-30/documents', body }),
    wire: z.object({ feedDocumentId: z.string() }),
  })

const countDocuments = () => Object.keys(amazon.state.documents.entries).length

async function write(kind: FaultKind, isRepeatable: boolean) {
  const client = createAmazonClient(settingsFor(kind))
  return client
    .call(account, createDocument(isRepeatable), { contentType: 'application/json' })
    .catch((error: unknown) => error)
}

it.each(faultKinds)('a write that is not idempotent is sent no more than once under %s', async (kind) => {
  const before = countDocuments()
  amazon.faults.add({ kind, next: 1 })
  const outcome = await write(kind, false)
  const written = countDocuments() - before
  if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'Unavailable', mayHaveHappened: true })
  else expect(written).toBe(1)
  expect(written).toBeLessThanOrEqual(1)
})

it('an idempotent write is repeated', async () => {
  const before = countDocuments()
  amazon.faults.add({ kind: 'drop-after-acting', next: 2 })
  expect(await write('drop-after-acting', true)).toMatchObject({ feedDocumentId: expect.any(String) })
  expect(countDocuments() - before).toBe(3)
})
