import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanySettings } from '#contract/settings.ts'
import { createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import { FakeSms, createNotificationFixture } from '#server/testing/notification-fixture.ts'

const sms = new FakeSms()
let server: Awaited<ReturnType<typeof createTestApp>>

beforeAll(async () => {
  const clock = manualClock(new Date('2026-03-02T10:00:00Z'))
  server = await createTestApp({ clock, ports: { ...noPorts, sms } })
})
afterAll(() => server.close())

/** A text message held during the customer's quiet hours. */
async function holdText(place: { country: string | null; state: string | null; postalCode: string | null }) {
  const fixture = await createNotificationFixture(server.deps)
  const ops = await server.as('ops', fixture.companyId)
  const { system, notifications } = (await ops.get('/api/settings')).json<CompanySettings>()
  const quiet = {
    ...notifications,
    ownerSms: false,
    customerEmail: false,
    quietHoursStart: '01:00',
    quietHoursEnd: '11:00',
  }
  await ops.put('/api/settings/notifications', quiet)
  await fixture.notifyOrder({ place: { ...place, country: place.country ?? 'ZZ' } })
  await fixture.send()
  expect(await fixture.statuses()).toEqual(['customer sms held'])
  return { fixture, ops, quiet, system }
}

it('shorter quiet hours send held messages as soon as they are over', async () => {
  const { fixture, ops, quiet } = await holdText({ country: 'US', state: 'WA', postalCode: '98101' })
  await ops.put('/api/settings/notifications', { ...quiet, quietHoursEnd: '03:00' })
  await fixture.send()
  expect(await fixture.statuses()).toEqual(['customer sms held'])
  await ops.put('/api/settings/notifications', { ...quiet, quietHoursEnd: '02:00' })
  await fixture.send()
  expect(await fixture.statuses()).toEqual(['customer sms sent'])
})

it('a new time zone of the company counts where the customer’s is unknown', async () => {
  const { fixture, ops, system } = await holdText({ country: null, state: null, postalCode: null })
  await ops.put('/api/settings/system', { ...system, timeZone: 'Asia/Tokyo' })
  await fixture.send()
  expect(await fixture.statuses()).toEqual(['customer sms sent'])
})
