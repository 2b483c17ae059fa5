import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import {
  createAmazonConnectionFixture,
  type AmazonConnectionFixture,
} from '#server/testing/amazon-connection-fixture.ts'
import type { Browser } from '#server/testing/app.ts'
import { canada, participation, unitedStates } from '#server/testing/fake-marketplace.ts'

let test: AmazonConnectionFixture
let ops: Browser

beforeAll(async () => {
  test = await createAmazonConnectionFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  ops = await test.as('ops')
  answerWith(null)
  test.amazon.participations = [participation(unitedStates), participation(canada)]
})

const answerWith = (error: Error | null) => {
  test.amazon.meanwhile = () => {
    if (error) throw error
  }
}
const press = async () => (await ops.post('/api/amazon/test')).json<{ success: boolean; message: string }>()
const timesAsked = () => test.amazon.asked.filter(({ call }) => call === 'readParticipations').length

describe('testing the connection', () => {
  it('names the marketplaces that Amazon lets us into', async () => {
    await test.connect(ops, { integrationName: 'Harbor' })
    expect(await press()).toEqual({
      success: true,
      message: '“Harbor”: Lockstep has Amazon access for United States, Canada.',
    })
  })

  it('needs an authorized account', async () => {
    const body = { name: 'Saved', sellerId: 'A1', region: 'us', marketplaces: [unitedStates] }
    await ops.post('/api/settings/amazon-integration', body)
    expect(await press()).toEqual({ success: false, message: 'No Amazon account has been authorized yet.' })
  })

  it('names the marketplaces in which the account no longer sells', async () => {
    await test.connect(ops)
    test.amazon.participations = [participation(unitedStates), participation(canada, false)]
    const { success, message } = await press()
    expect([success, message]).toEqual([false, expect.stringContaining('doesn’t sell in Canada')])
  })

  it.each([
    [new Unavailable('Amazon didn’t respond in time.'), 'Amazon didn’t respond in time. Try again'],
    [new Rejected('The application lacks a role'), 'The application lacks a role.'],
  ])('reports a failure in Amazon’s words and leaves the account connected', async (error, words) => {
    await test.connect(ops)
    answerWith(error)
    const { success, message } = await press()
    expect([success, message]).toEqual([false, expect.stringContaining(words)])
    expect(await test.accountRows(ops)).toMatchObject([{ isActive: true, authorizationError: null }])
  })

  it('deactivates an account that Amazon refuses, and deletes its schedule', async () => {
    await test.connect(ops)
    answerWith(new Unauthorized('Amazon no longer lets Lockstep in. Authorize it again.'))
    expect((await press()).message).toContain('Authorize it again.')
    const { accounts, schedules } = await test.traces(ops)
    expect(accounts).toMatchObject([{ isActive: false, authorizationError: expect.stringContaining('no longer') }])
    expect(schedules).toEqual([])
    expect((await ops.get('/api/amazon/status')).json()).toMatchObject({ isConnected: false, refusedAccounts: 1 })
  })

  it('reactivates an account that Amazon accepts again', async () => {
    await test.connect(ops)
    answerWith(new Unauthorized('no'))
    await press()
    answerWith(null)
    test.clock.advance(20)
    expect(await press()).toMatchObject({ success: true })
    const { accounts, schedules } = await test.traces(ops)
    expect(accounts).toMatchObject([{ isActive: true, authorizationError: null }])
    expect(schedules.map(({ kind }) => kind).toSorted()).toEqual(['inventory', 'two_way'])
  })

  it('calls Amazon once in twenty seconds, and says that the answer is repeated', async () => {
    await test.connect(ops, { integrationName: 'Harbor' })
    const before = timesAsked()
    const answers = await Promise.all([press(), press(), press()])
    test.clock.advance(5)
    const later = await press()
    expect(timesAsked() - before).toBe(1)
    const words = '“Harbor”: Lockstep has Amazon access for United States, Canada.'
    const said = answers.map(({ message }) => message)
    expect(said.toSorted((one, other) => one.length - other.length)).toEqual([
      words,
      `Checked just now: ${words}`,
      `Checked just now: ${words}`,
    ])
    expect(later.message).toBe(`Checked 5 seconds ago: ${words}`)
    test.clock.advance(15)
    await press()
    expect(timesAsked() - before).toBe(2)
  })

  it('leaves an account alone that is disconnected during the call', async () => {
    const { id } = await test.connect(ops)
    answerWith(new Unauthorized('no'))
    await press()
    test.clock.advance(20)
    test.amazon.meanwhile = async () => void (await ops.delete(`/api/amazon/auth/${id}`))
    expect(await press()).toMatchObject({ success: true })
    expect(await test.accountRows(ops)).toMatchObject([{ isActive: false, refreshToken: null }])
  })

  it('calls Amazon at once after reauthorization', async () => {
    const { id: accountId } = await test.connect(ops)
    answerWith(new Unauthorized('no'))
    await press()
    answerWith(null)
    test.clock.advance(1)
    await test.connect(ops, { accountId })
    expect(await press()).toMatchObject({ success: true })
  })

  it('calls Amazon at once for newly chosen marketplaces', async () => {
    await test.connect(ops)
    test.amazon.participations = [participation(unitedStates)]
    expect(await press()).toMatchObject({ success: false })
    const body = { name: 'Store', sellerId: 'A1SELLER', region: 'us', marketplaces: [unitedStates] }
    await ops.post('/api/settings/amazon-integration', body)
    expect(await press()).toMatchObject({ success: true })
  })

  it('reports every account and succeeds only when all do', async () => {
    await test.connect(ops, { integrationName: 'First', sellerId: 'A1' })
    const second = await test.connect(ops, { integrationName: 'Second', sellerId: 'A2' })
    test.amazon.meanwhile = (request) => {
      if (request.call === 'readParticipations' && request.account.id === second.id) throw new Rejected('No role')
    }
    const { success, message } = await press()
    expect(success).toBe(false)
    expect(message).toBe('“First”: Lockstep has Amazon access for United States, Canada. “Second”: No role.')
  })
})
