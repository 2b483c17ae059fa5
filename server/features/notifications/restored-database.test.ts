import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDeps, manualClock, noPorts, alwaysOpenGate } from '#server/testing/app.ts'
import { FakeMail, FakeSms, onlyMail, createNotificationFixture } from '#server/testing/notification-fixture.ts'
import { resendNotification } from './history/resend-notification.ts'

const clock = manualClock(new Date('2026-03-02T20:00:00Z'))
let test: Awaited<ReturnType<typeof createTestDeps>>
let mail: FakeMail
const gate = { ...alwaysOpenGate }

beforeAll(async () => {
  test = await createTestDeps({ clock })
})
afterAll(() => test.close())
beforeEach(() => {
  gate.restoredAt = null
  mail = new FakeMail()
})

const open = async () =>
  onlyMail(await createNotificationFixture({ ...test.deps, gate, ports: { ...noPorts, mail, sms: new FakeSms() } }))

it('messages that waited before a restore are not sent again by themselves; a user can resend them', async () => {
  const fixture = await open()
  await fixture.notifyOrder()
  clock.advance(60)
  gate.restoredAt = clock.now()
  await fixture.send()
  expect(mail.sent).toEqual([])
  const stored = await fixture.one('email')
  expect(stored).toMatchObject({ status: 'skipped', error: expect.stringContaining('has been restored since') })
  clock.advance(1)
  await resendNotification(fixture.ctx, { notificationId: stored.id })
  await fixture.send()
  expect(mail.sent).toHaveLength(1)
})

it('nobody is notified of events before a restore, however late they are found, and everybody of events after it', async () => {
  const fixture = await open()
  gate.restoredAt = clock.now()
  clock.advance(60)
  await fixture.notifyOrder({
    type: 'order_shipped',
    status: 'shipped',
    happenedAt: new Date(gate.restoredAt.getTime() - 1),
  })
  await fixture.notifyOrder({ type: 'order_shipped', status: 'shipped', happenedAt: gate.restoredAt })
  expect(await fixture.statuses()).toEqual(['customer email pending', 'customer email skipped'])
  await fixture.send()
  expect(mail.sent).toHaveLength(1)
})
