import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { objection } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  createOutgoingChangesFixture,
  buildSyncedSkus,
  type OutgoingChangesCompany,
  type OutgoingChangesFixture,
} from '#server/testing/two-way-fixture.ts'

let test: OutgoingChangesFixture
let company: OutgoingChangesCompany

beforeAll(async () => {
  test = await createOutgoingChangesFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
})

const titleAt = (code: string) => company.amazon.read(unitedStates, code)?.values.title
const patched = () => company.amazon.asked.filter(({ call }) => call === 'patch')
const sentOf = async (code: string) => (await company.listing(code))?.sent
const codes = (count: number) => Array.from({ length: count }, (_, index) => `SKU-${String(index).padStart(3, '0')}`)

describe('a change here', () => {
  beforeEach(() => buildSyncedSkus(company, ['A', 'B']))

  it('is sent to Amazon, without other fields', async () => {
    await company.edit('A', { title: 'Mug', price: '21.00' })
    const runId = await company.sync()
    expect(patched()).toMatchObject([{ names: ['A'], values: [{ title: 'Mug', price: '21.00', currency: 'USD' }] }])
    expect(Object.keys(patched()[0]?.values[0] ?? {}).toSorted()).toEqual(['currency', 'price', 'title'])
    expect(await company.changes(runId)).toMatchObject([
      { sku: 'A', field: 'price', ours: '21.00', outcome: 'sent', reason: null },
      { sku: 'A', field: 'title', ours: 'Mug', outcome: 'sent', reason: null },
    ])
    expect(await company.listing('A')).toMatchObject({ sentAt: test.clock.now(), sendError: null })
    expect(titleAt('A')).toBe('Mug')
  })

  it('is audited, once for all SKUs of a batch', async () => {
    await company.edit('A', { title: 'Mug' })
    await company.edit('B', { title: 'Cup' })
    const runId = await company.sync()
    const entries = await company.ctx.transaction((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'amazon.send-changes')),
    )
    expect(entries).toMatchObject([{ resourceId: runId, changes: { after: { skus: 2, sent: 2, rejected: 0 } } }])
  })

  it('is left to the next sync when it changes again before it is sent', async () => {
    await company.edit('A', { title: 'Mug' })
    const runId = await company.request()
    company.amazon.failNext('patch', new Unavailable('Amazon is away.'))
    await expect(company.carryOut(runId)).rejects.toThrow('Amazon is away.')
    await company.edit('A', { title: 'Cup' })
    await company.carryOut(runId)
    expect(await company.changes(runId)).toMatchObject([
      { outcome: 'skipped', reason: 'It was changed here again before it could be sent.' },
    ])
    await company.sync()
    expect(titleAt('A')).toBe('Cup')
  })
})

describe('a process that dies between sending and storing the answer', () => {
  beforeEach(async () => {
    await buildSyncedSkus(company, ['A'])
    await company.edit('A', { title: 'Mug' })
  })

  it('has recorded what it sent, and sends the same again', async () => {
    const runId = await company.request()
    company.amazon.loseNextAnswer('patch', new Error('killed'))
    await expect(company.carryOut(runId)).rejects.toThrow('killed')
    expect(await sentOf('A')).toEqual({ title: [expect.objectContaining({ value: 'Mug', isRejected: false })] })
    expect(await company.changes(runId)).toMatchObject([{ outcome: 'planned' }])
    test.clock.advance(10)
    await company.carryOut(runId)
    expect(await company.changes(runId)).toMatchObject([{ outcome: 'sent' }])
    expect(await sentOf('A')).toEqual({ title: [expect.objectContaining({ value: 'Mug' })] })
  })

  it('does not take its own echo for an edit when there is a newer value here', async () => {
    const runId = await company.request()
    company.amazon.loseNextAnswer('patch', new Error('killed'))
    await expect(company.carryOut(runId)).rejects.toThrow('killed')
    await company.edit('A', { title: 'Cup' })
    await company.carryOut(runId)
    test.clock.advance(60)
    await company.sync()
    expect(titleAt('A')).toBe('Cup')
    await company.sync()
    expect(titleAt('A')).toBe('Cup')
    expect(await company.changes(await company.sync())).toEqual([])
  })
})

describe('a change that Amazon refuses', () => {
  beforeEach(() => buildSyncedSkus(company, ['A', 'B']))

  it('is stored with the SKU in Amazon’s words', async () => {
    company.amazon.objections.set('A', [objection({ message: 'The title is too loud.' })])
    await company.edit('A', { title: 'MUG!!!' })
    await company.edit('B', { title: 'Cup' })
    const runId = await company.sync()
    expect(await company.run(runId)).toMatchObject({ status: 'completed', result: { rejected: 1 } })
    expect(await company.changes(runId)).toMatchObject([
      { sku: 'A', outcome: 'rejected', reason: 'The title is too loud.' },
      { sku: 'B', outcome: 'sent' },
    ])
    expect(await company.listing('A')).toMatchObject({
      sendError: 'The title is too loud.',
      issues: [{ code: '90220', severity: 'error', message: 'The title is too loud.' }],
    })
  })

  it('is not sent again until it changes here', async () => {
    company.amazon.objections.set('A', [objection()])
    await company.edit('A', { title: 'MUG!!!' })
    await company.sync()
    test.clock.advance(2 * 24 * 3_600)
    expect(await company.changes(await company.sync())).toEqual([])
    expect(patched()).toHaveLength(1)
    company.amazon.objections.clear()
    await company.edit('A', { title: 'Mug' })
    await company.sync()
    expect(titleAt('A')).toBe('Mug')
    expect(await company.listing('A')).toMatchObject({ sendError: null })
  })

  it('stays visible while other fields are sent, until it is reverted here', async () => {
    company.amazon.objections.set('A', [objection({ message: 'The title is too loud.' })])
    await company.edit('A', { title: 'MUG!!!' })
    await company.sync()
    company.amazon.objections.clear()
    await company.edit('A', { price: '21.00' })
    await company.sync()
    expect(await company.listing('A')).toMatchObject({ sendError: 'The title is too loud.' })
    await company.edit('A', { title: 'Title of A' })
    await company.sync()
    expect(await company.listing('A')).toMatchObject({ sendError: null, sent: {} })
  })

  it('does not prevent other fields of the SKU from being sent', async () => {
    const takeAll = company.amazon.patch.bind(company.amazon)
    company.amazon.patch = async (account, marketplaceId, patch) =>
      patch.values.title === 'MUG!!!'
        ? { isAccepted: false, issues: [objection({ message: 'The title is too loud.' })] }
        : takeAll(account, marketplaceId, patch)
    await company.edit('A', { title: 'MUG!!!', price: '21.00' })
    const runId = await company.sync()
    expect(await company.changes(runId)).toMatchObject([
      { field: 'price', outcome: 'sent' },
      { field: 'title', outcome: 'rejected', reason: 'The title is too loud.' },
    ])
    expect(company.amazon.read(unitedStates, 'A')?.values).toMatchObject({ title: 'Title of A', price: '21.00' })
  })

  it('may concern a SKU that Amazon does not know', async () => {
    company.amazon.failNext('patch', new Rejected('Amazon has no listing for this SKU.', { code: 'listing_not_found' }))
    await company.edit('A', { title: 'Mug' })
    const runId = await company.sync()
    expect(await company.changes(runId)).toMatchObject([
      { outcome: 'rejected', reason: 'Amazon has no listing for this SKU.' },
    ])
  })

  it('ends the sync, and can be sent by the next one, when Amazon refuses the account', async () => {
    company.amazon.failNext('patch', new Rejected('Lockstep lacks a role.', { code: 'no_permission' }))
    await company.edit('A', { title: 'Mug' })
    expect(await company.run(await company.sync())).toMatchObject({ status: 'failed', error: 'Lockstep lacks a role.' })
    test.clock.advance(16 * 60)
    await company.sync()
    expect(titleAt('A')).toBe('Mug')
  })
})

describe('while many changes are sent', () => {
  const many = codes(45)
  beforeEach(async () => {
    await buildSyncedSkus(company, many)
    await company.edit(many, { title: 'New' })
  })

  /** At the patch number `count`. */
  const at = (count: number, happens: () => void | Promise<void>) => {
    company.amazon.meanwhile = async () => {
      if (patched().length === count) await happens()
    }
  }
  const countedBy = async (runId: string) => {
    const outcomes = (await company.changes(runId)).map(({ outcome }) => outcome)
    return Object.fromEntries([...new Set(outcomes)].map((one) => [one, outcomes.filter((it) => it === one).length]))
  }

  it('a throttled minute loses none and repeats none that was answered', async () => {
    const runId = await company.request()
    at(25, () => {
      throw new Unavailable('Amazon asks us to slow down.', { retryAfterSeconds: 60 })
    })
    await expect(company.carryOut(runId)).rejects.toMatchObject({ retryAfterSeconds: 60 })
    expect(await countedBy(runId)).toEqual({ sent: 39, planned: 6 })
    expect(await company.run(runId)).toMatchObject({ status: 'running', error: expect.stringContaining('slow down') })
    company.amazon.meanwhile = () => {}
    test.clock.advance(60)
    await company.carryOut(runId)
    expect(await countedBy(runId)).toEqual({ sent: 45 })
    expect(patched().map(({ names }) => names[0])).toHaveLength(46)
  })

  it('a lost permission ends the sync; answers so far are stored', async () => {
    const runId = await company.request()
    at(25, () => {
      throw new Unauthorized('The seller took the permission back.')
    })
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject({ status: 'failed', error: 'The seller took the permission back.' })
    expect(await countedBy(runId)).toMatchObject({ sent: 39 })
    const [account] = await company.ctx.transaction((tx) => tx.select().from(amazonIntegrations))
    expect(account).toMatchObject({ isActive: false, authorizationError: 'The seller took the permission back.' })
  })

  it('no quantity is sent for stock that Amazon holds, and nothing for an inactive SKU', async () => {
    await company.edit(many, { safetyBuffer: 1 })
    const runId = await company.request()
    at(1, async () => {
      await company.edit('SKU-044', { stockHolder: 'amazon' })
      await company.edit('SKU-043', { isActive: false })
    })
    await company.carryOut(runId)
    const changes = await company.changes(runId)
    expect(changes.filter(({ sku }) => sku === 'SKU-043')).toMatchObject([
      { field: 'quantity', outcome: 'skipped', reason: 'The SKU is no longer part of the sync.' },
      { field: 'title', outcome: 'skipped' },
    ])
    expect(changes.filter(({ sku }) => sku === 'SKU-044')).toMatchObject([
      { field: 'quantity', outcome: 'skipped', reason: 'This SKU is stocked at Amazon.' },
      { field: 'title', outcome: 'sent' },
    ])
    const quantities = patched().filter(({ values }) => values.some(({ quantity }) => quantity !== undefined))
    expect(quantities.map(({ names }) => names[0])).not.toContain('SKU-044')
    expect(quantities).toHaveLength(43)
  })

  it('two workers have the same result as one', async () => {
    const runId = await company.request()
    at(1, () => {
      throw new Unavailable('Amazon is away.')
    })
    await expect(company.carryOut(runId)).rejects.toThrow('Amazon is away.')
    company.amazon.meanwhile = () => {}
    await Promise.all([company.carryOut(runId), company.carryOut(runId)])
    expect(await countedBy(runId)).toEqual({ sent: 45 })
    expect(await sentOf('SKU-000')).toEqual({ title: [expect.objectContaining({ value: 'New' })] })
    expect(many.map(titleAt)).toEqual(many.map(() => 'New'))
  })
})
