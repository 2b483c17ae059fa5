import { afterAll, beforeAll, expect, it } from 'vitest'
import { Unavailable } from '#server/ports/failure.ts'
import { createTestDeps, manualClock, noPorts } from '#server/testing/app.ts'
import { FakeMail, FakeSms, onlyText, createNotificationFixture } from '#server/testing/notification-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

/** One address in each of 24 zones; many of them change their clocks on these days. */
const places: [country: string, state: string | null, zone: string][] = [
  ['AS', null, 'Pacific/Pago_Pago'],
  ['US', 'HI', 'Pacific/Honolulu'],
  ['PF', null, 'Pacific/Tahiti'],
  ['US', 'WA', 'America/Los_Angeles'],
  ['US', 'CO', 'America/Denver'],
  ['US', 'IL', 'America/Chicago'],
  ['US', 'NY', 'America/New_York'],
  ['CA', 'NS', 'America/Halifax'],
  ['AR', null, 'America/Buenos_Aires'],
  ['BR', 'SP', 'America/Sao_Paulo'],
  ['CV', null, 'Atlantic/Cape_Verde'],
  ['GB', null, 'Europe/London'],
  ['FR', null, 'Europe/Paris'],
  ['EG', null, 'Africa/Cairo'],
  ['SA', null, 'Asia/Riyadh'],
  ['AE', null, 'Asia/Dubai'],
  ['PK', null, 'Asia/Karachi'],
  ['NP', null, 'Asia/Kathmandu'],
  ['BD', null, 'Asia/Dhaka'],
  ['TH', null, 'Asia/Bangkok'],
  ['CN', null, 'Asia/Shanghai'],
  ['JP', null, 'Asia/Tokyo'],
  ['AU', 'VIC', 'Australia/Melbourne'],
  ['NZ', 'Auckland', 'Pacific/Auckland'],
]

const clocks = new Map(
  places.map(([, , zone]) => [
    zone,
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short', hourCycle: 'h23' }),
  ]),
)
const wallTime = (zone: string, at: Date) => clocks.get(zone)?.format(at) ?? ''
const isQuiet = (zone: string, at: Date) => wallTime(zone, at) >= '22:00' || wallTime(zone, at) < '08:00'

it.each([
  ['the United States put their clocks forward', '2026-03-08T00:00:00Z'],
  ['Europe puts its clocks back', '2026-10-24T20:00:00Z'],
])(
  'sends no text within quiet hours of 24 zones, and each in the first quarter after them, while %s',
  async (_what, from) => {
    const clock = manualClock(new Date(from))
    const sms = new FakeSms()
    const fixture = await createNotificationFixture({ ...test.deps, clock, ports: { ...noPorts, sms } })
    await changeSettings(test.deps.db, fixture.companyId, { ownerSms: false, customerEmail: false })
    const zoneOf = new Map<string, string>()
    for (const [index, [country, state, zone]] of places.entries()) {
      const phone = `+1206555${1000 + index}`
      zoneOf.set(phone, zone)
      await fixture.notifyOrder({
        place: { country, state, postalCode: null },
        customer: { id: null, email: null, phone, firstName: null },
      })
    }
    const expected = new Set<string>()
    for (let step = 0; step <= 4 * 16; step += 1) {
      await fixture.send()
      const now = clock.now()
      for (const [phone, zone] of zoneOf) if (!isQuiet(zone, now)) expected.add(phone)
      expect(sms.sent.map(({ to }) => to).toSorted()).toEqual([...expected].toSorted())
      clock.advance(15 * 60)
    }
    expect(sms.sent).toHaveLength(places.length)
    expect(new Set(await fixture.statuses())).toEqual(new Set(['customer sms sent']))
  },
)

it('quiet hours hold only texts to customers, show until when, and skip what became obsolete overnight', async () => {
  const clock = manualClock(new Date('2026-03-03T07:30:00Z'))
  const [sms, mail] = [new FakeSms(), new FakeMail()]
  const fixture = await createNotificationFixture({ ...test.deps, clock, ports: { ...noPorts, sms, mail } })
  const { id } = await fixture.notifyOrder()
  await fixture.send()
  expect(await fixture.statuses()).toEqual(['customer email sent', 'customer sms held', 'owner sms sent'])
  const morning = new Date('2026-03-03T16:00:00Z')
  expect(await fixture.one()).toMatchObject({ heldUntil: morning, dueAt: morning, attemptedAt: null })
  await fixture.move(id, 'cancelled')
  clock.advance(9 * 3600)
  await fixture.send()
  expect(await fixture.one()).toMatchObject({ status: 'skipped', error: expect.stringContaining('Outdated') })
  expect(sms.sent).toHaveLength(1)
})

it('a held message fails after three days in all when the service is unavailable, however many nights lie between', async () => {
  const begun = new Date('2026-03-02T20:00:00Z')
  const clock = manualClock(begun)
  const sms = new FakeSms()
  const fixture = await onlyText(await createNotificationFixture({ ...test.deps, clock, ports: { ...noPorts, sms } }))
  await fixture.notifyOrder()
  const stood = new Map<string, string | null>()
  for (let hours = 0; hours <= 4 * 24; hours += 3) {
    sms.faults[0] = { error: new Unavailable('The service does not answer') }
    await fixture.send()
    const { status, error } = await fixture.one()
    if (status !== 'pending' && status !== 'held') break
    stood.set(status, error)
    clock.advance(3 * 3600)
  }
  expect((clock.now().getTime() - begun.getTime()) / 3_600_000).toBe(72)
  expect(await fixture.one()).toMatchObject({ status: 'skipped', error: expect.stringContaining('three days') })
  expect(Object.fromEntries(stood)).toEqual({
    pending: 'The service does not answer',
    held: 'The service does not answer',
  })
})

it('quiet hours use the company’s time zone where the customer’s is unknown', async () => {
  const clock = manualClock(new Date('2026-03-03T07:30:00Z'))
  const sms = new FakeSms()
  const fixture = await createNotificationFixture({ ...test.deps, clock, ports: { ...noPorts, sms } })
  await changeSettings(test.deps.db, fixture.companyId, {
    ownerSms: false,
    customerEmail: false,
    timeZone: 'Asia/Tokyo',
  })
  await fixture.notifyOrder({ place: { country: null, state: null, postalCode: null } })
  expect(await fixture.send()).toMatchObject({ sent: 1 })
})
