import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanySettings } from '#contract/settings.ts'
import { contactConfirmations } from '#server/platform/db/schema/senders.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { personName } from '#server/platform/http/app.ts'
import { numberOptedOut } from '#server/ports/sms.ts'
import { type Browser, createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import {
  createNotificationFixture,
  FakeSms,
  type NotificationFixture,
  onlyOwner,
} from '#server/testing/notification-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
const clock = manualClock(new Date('2026-03-02T20:00:00Z'))
const sms = new FakeSms()
let fixture: NotificationFixture
let ops: Browser

const phone = '+12065550177'

beforeAll(async () => {
  server = await createTestApp({ clock, ports: { ...noPorts, sms } })
})
afterAll(() => server.close())
beforeEach(async () => {
  fixture = await onlyOwner(await createNotificationFixture(server.deps, { name: 'Pine' }))
  ops = await server.as('ops', fixture.companyId)
  await changeSettings(server.deps.db, fixture.companyId, { alertPhone: phone })
  sms.sent.length = 0
})

const ask = () => ops.post('/api/settings/alert-phone/code')
const enter = (code: string) => ops.post('/api/settings/alert-phone/confirmation', { code })
const newestCode = () => sms.sent.at(-1)?.text.slice(0, 6) ?? ''
const wrongCode = () => String((Number(newestCode()) + 1) % 1_000_000).padStart(6, '0')
const state = async () => (await ops.get('/api/settings')).json<CompanySettings>().phoneConfirmation

describe('the alert phone', () => {
  it('gets no alerts and no tests until it is confirmed, and the rows say why', async () => {
    await fixture.notifyOrder()
    await fixture.send()
    expect(sms.sent).toEqual([])
    expect(await fixture.rows()).toMatchObject([
      { audience: 'owner', status: 'skipped', error: expect.stringContaining('is not confirmed') },
    ])
    const test = await ops.post('/api/test/notification', { type: 'order_placed', method: 'sms' })
    expect([test.statusCode, test.json<{ detail: string }>().detail]).toEqual([
      409,
      expect.stringContaining('is not confirmed'),
    ])
    expect(await state()).toEqual({ number: phone, confirmedAt: null, codeSentAt: null, obstacle: null })
  })

  it('is confirmed by the six digits that were texted to it', async () => {
    expect((await ask()).json<CompanySettings>().phoneConfirmation.codeSentAt).toBe(clock.now().toISOString())
    expect(sms.sent).toMatchObject([{ to: phone, text: expect.stringMatching(/^\d{6} is your code .*Pine.*STOP/) }])
    const confirmed = (await enter(newestCode())).json<CompanySettings>()
    expect(confirmed.phoneConfirmation).toMatchObject({ confirmedAt: clock.now().toISOString(), codeSentAt: null })
    await fixture.notifyOrder()
    await fixture.send()
    expect(sms.sent.at(-1)).toMatchObject({ to: phone, text: expect.stringContaining('Web shop') })
    expect((await enter(newestCode())).statusCode).toBe(422)
    expect((await ask()).statusCode).toBe(200)
    expect(sms.sent).toHaveLength(2)
  })

  it('is asked for again when it changes', async () => {
    await ask()
    await enter(newestCode())
    await changeSettings(server.deps.db, fixture.companyId, { alertPhone: '+12065550178' })
    expect(await state()).toMatchObject({ number: '+12065550178', confirmedAt: null })
    await fixture.notifyOrder()
    await fixture.send()
    expect(sms.sent).toHaveLength(1)
  })

  it('is not texted, nor sent a code, where texts are not allowed', async () => {
    await changeSettings(server.deps.db, fixture.companyId, { alertPhone: '+18765550100' })
    const refused = await ask()
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('country')])
    expect(await state()).toMatchObject({ obstacle: expect.stringContaining('country') })
    expect(sms.sent).toEqual([])
  })
})

describe('a code', () => {
  it('allows five tries; that they are used up is in the audit log', async () => {
    await ask()
    for (const left of [4, 3, 2, 1]) expect((await enter(wrongCode())).body).toContain(`Tries left: ${left}`)
    const refusals = () => auditedChanges(server.deps.db, fixture.companyId, 'settings.refuse-phone')
    expect(await refusals()).toEqual([])
    expect((await enter(wrongCode())).body).toContain('Send a new one')
    expect(await refusals()).toMatchObject([{ actor_name: personName(ops.user) }])
    expect((await enter(newestCode())).statusCode).toBe(409)
    expect(await refusals()).toHaveLength(1)
    await ask()
    expect((await enter(newestCode())).statusCode).toBe(200)
  })

  it('works for ten minutes, for one company and one number, and is stored as a hash', async () => {
    await ask()
    const code = newestCode()
    const [stored] = (await fixture.ctx.transaction((tx) => tx.select().from(contactConfirmations))).map(
      ({ secretHash, target }) => `${secretHash} ${target}`,
    )
    expect(stored).not.toContain(code)
    expect(stored).not.toContain('5550177')
    await changeSettings(server.deps.db, fixture.companyId, { alertPhone: '+12065550178' })
    expect((await enter(code)).statusCode).toBe(409)
    await changeSettings(server.deps.db, fixture.companyId, { alertPhone: phone })
    clock.advance(600)
    expect((await enter(code)).statusCode).toBe(409)
    expect((await enter('12345')).statusCode).toBe(422)
  })

  it('is sent five times an hour at most, also to other numbers', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await changeSettings(server.deps.db, fixture.companyId, { alertPhone: `+1206555020${n}` })
      expect((await ask()).statusCode).toBe(200)
    }
    expect((await ask()).json()).toMatchObject({ detail: 'Limit of 5 codes per hour reached. Try again later.' })
    expect(sms.sent).toHaveLength(5)
    clock.advance(3601)
    expect((await ask()).statusCode).toBe(200)
  })

  it('that could not be texted says why, and is void', async () => {
    sms.faults.push({ error: new Unavailable('Twilio can’t be reached at the moment.') })
    expect((await ask()).statusCode).toBe(503)
    expect(await state()).toMatchObject({ codeSentAt: null })
    sms.faults.push({ error: new Rejected('This number answered STOP.', { code: numberOptedOut }) })
    expect((await ask()).statusCode).toBe(409)
    expect(await state()).toMatchObject({ obstacle: expect.stringContaining('STOP') })
    expect((await ask()).body).toContain('STOP')
  })
})
