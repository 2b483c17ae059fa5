import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import { createTestDeps, manualClock, noPorts } from '#server/testing/app.ts'
import {
  openCrashingDatabase,
  createCrashInjector,
  noCrash,
  type Crash,
} from '#server/testing/exactly-once/crash-injection.ts'
import {
  FakeMail,
  FakeSms,
  createNotificationFixture,
  type NotificationFixture,
} from '#server/testing/notification-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { sendDueNotifications } from './send-notifications.ts'

const clock = manualClock(new Date('2026-03-02T20:00:00Z'))
const sms = new FakeSms()
const mail = new FakeMail()
let test: Awaited<ReturnType<typeof createTestDeps>>
let deps: Deps
let fixture: NotificationFixture

beforeAll(async () => {
  test = await createTestDeps({ clock })
  deps = { ...test.deps, ports: { ...noPorts, mail, sms } }
  fixture = await createNotificationFixture(deps)
  const off = { ownerSms: false, quietHoursStart: '08:00', quietHoursEnd: '08:00' }
  await changeSettings(deps.db, fixture.companyId, off)
})
afterAll(() => test.close())

/** A process that sends due messages until it is done or dies. Returns what it awaited. */
async function live(death: Crash): Promise<string[]> {
  const mortality = createCrashInjector(death)
  const db = await openCrashingDatabase(deps.db.url, mortality)
  const ports = {
    ...noPorts,
    mail: {
      from: mail.from,
      send: (one: Parameters<FakeMail['send']>[0]) => mortality.step('mail', () => mail.send(one)),
    },
    sms: {
      from: sms.from,
      send: (one: Parameters<FakeSms['send']>[0]) => mortality.step('text', () => sms.send(one)),
      findSent: (one: Parameters<FakeSms['findSent']>[0]) => mortality.step('look-up', () => sms.findSent(one)),
      readAnswer: () => null,
    },
  }
  const ctx = companyContext(
    { ...deps, db, ports },
    { actor: { type: 'system', name: 'Test' }, origin: noOrigin },
    fixture.companyId,
  )
  await sendDueNotifications(ctx).catch((error: unknown) => {
    if (!mortality.isOver()) throw error
  })
  await db.close()
  return mortality.awaits
}

/** Sends two messages while processes are killed. Returns what went wrong. */
async function simulate(death: Crash, hasTwin: boolean) {
  const { id: orderId, externalOrderId } = await fixture.notifyOrder()
  const [awaits] = await Promise.all([live(death), ...(hasTwin ? [fixture.send()] : [])])
  const rowsOf = async () => (await fixture.rows()).filter((row) => row.orderId === orderId)
  // PostgreSQL may take a moment to notice dead connections, and keeps their locks until then.
  const sendRest = async () => {
    clock.advance(6 * 60)
    await fixture.send()
    return (await rowsOf()).map(({ status }) => status)
  }
  await expect.poll(sendRest, { interval: 20 }).not.toContain('pending')
  const texts = sms.sent.filter(({ text }) => text.includes(externalOrderId)).length
  const mails = mail.sent.filter(({ subject }) => subject.includes(externalOrderId)).length
  const rows = await rowsOf()
  const statusOf = (method: string) => rows.find((row) => row.method === method)?.status ?? ''
  return {
    awaits,
    wrong: [
      ...(texts === 1 && statusOf('sms') === 'sent' ? [] : [`${texts} texts, ${statusOf('sms')}`]),
      ...(mails === 1 || (mails === 0 && statusOf('email') === 'failed')
        ? []
        : [`${mails} mails, ${statusOf('email')}`]),
      ...(['sent', 'failed'].includes(statusOf('email')) ? [] : [`the mail is ${statusOf('email')}`]),
    ],
  }
}

it('each text is sent once, no mail twice, and none is lost, at whichever await the process is killed', async () => {
  const { awaits, wrong } = await simulate(noCrash, false)
  expect(wrong).toEqual([])
  expect(awaits.filter((one) => one === 'mail' || one === 'text')).toHaveLength(2)
  const found = []
  for (const at of awaits.keys()) {
    const death = { at: at + 1, hasActed: at % 2 === 0 }
    const run = await simulate(death, at % 3 === 0)
    found.push(...run.wrong.map((one) => `${one} (killed at ${awaits[at]})`))
  }
  for (const what of ['mail', 'text']) {
    for (const hasActed of [true, false]) {
      const run = await simulate({ at: awaits.indexOf(what) + 1, hasActed }, false)
      found.push(...run.wrong.map((one) => `${one} (killed at ${what}, ${hasActed})`))
    }
  }
  expect(found).toEqual([])
  expect((await fixture.rows()).some(({ error }) => error?.includes('it may have gone out'))).toBe(true)
}, 60_000)
