import { expect, onTestFinished, test } from 'vitest'
import { faultKinds, type FaultKind } from '#emulators/sms/emulator.ts'
import { startSms } from '#emulators/sms/start-sms.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { createTwilioSms, type TwilioSettings } from './sms.ts'

const account = { sid: `AC${'0'.repeat(32)}`, authToken: 'the token of the account', number: '+12065550100' }
const placed = { to: '+12065550147', text: 'LS-10001 is on its way — thank you & goodbye!' }

async function openSms(given: Partial<TwilioSettings> = {}) {
  const twilio = await startSms({ account, keep: 2_000 })
  onTestFinished(() => twilio.stop())
  const settings = { apiUrl: twilio.url, accountSid: account.sid, authToken: account.authToken, from: account.number }
  return { twilio, sms: createTwilioSms({ ...settings, version: '1.0.0', fetch, ...given }) }
}

test('a text is sent unchanged, and its id is returned', async () => {
  const { twilio, sms } = await openSms()
  const { externalId } = await sms.send(placed)
  expect(twilio.state.texts).toMatchObject([
    { sid: externalId, to: placed.to, from: account.number, body: placed.text },
  ])
})

type Expected = { failure: typeof Unavailable | typeof Rejected; says: RegExp; mayHaveHappened?: true }

const expected: Record<FaultKind, Expected> = {
  throttle: { failure: Unavailable, says: /asks Lockstep to wait/ },
  'error-500': { failure: Unavailable, says: /technical problem/, mayHaveHappened: true },
  'html-502': { failure: Unavailable, says: /technical problem/, mayHaveHappened: true },
  hang: { failure: Unavailable, says: /in time/, mayHaveHappened: true },
  drop: { failure: Unavailable, says: /can’t be reached/, mayHaveHappened: true },
  'drop-after-acting': { failure: Unavailable, says: /can’t be reached/, mayHaveHappened: true },
  'refuse-login': { failure: Unavailable, says: /your Lockstep provider/ },
  'refuse-number': { failure: Rejected, says: /can’t receive texts/ },
  'wrong-shape': { failure: Unavailable, says: /unexpected response/, mayHaveHappened: true },
}

test.each(faultKinds)('the client understands the fault %s', async (kind) => {
  const { twilio, sms } = await openSms(kind === 'hang' ? { limit: () => AbortSignal.timeout(30) } : {})
  const { failure, says, mayHaveHappened = false } = expected[kind]
  for (const attempt of [() => sms.send(placed), () => sms.findSent(placed, new Date())]) {
    twilio.faults.add({ kind })
    const error: unknown = await attempt().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(failure)
    expect(String(error)).toMatch(says)
    if (error instanceof Unavailable) expect(error.mayHaveHappened).toBe(mayHaveHappened)
    expect(JSON.stringify([error, String(error)])).not.toMatch(/token of the account|5550147|LS-10001/)
  }
})

test('a throttled call carries the wait that Twilio asks for', async () => {
  const { twilio, sms } = await openSms()
  twilio.faults.add({ kind: 'throttle' })
  await expect(sms.send(placed)).rejects.toMatchObject({ retryAfterSeconds: 7 })
})

test('a call that was never sent did not happen', async () => {
  const { twilio, sms } = await openSms()
  await twilio.stop()
  await expect(sms.send(placed)).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened: false })
})

test.each([
  ['an invalid number', { to: '12065550147' }, 'bad_number'],
  ['a number that Twilio always refuses', { to: '+15005550001' }, 'bad_number'],
  ['a number that can’t be reached', { to: '+15005550002' }, 'unreachable'],
  ['a country that is switched off', { to: '+15005550003' }, 'region_off'],
  ['a number that said STOP', { to: '+15005550004' }, 'opted_out'],
  ['a landline', { to: '+15005550009' }, 'no_mobile'],
  ['too long a body', { text: 'x'.repeat(1_601) }, 'too_long'],
  ['an empty body', { text: '' }, '21602'],
])('a text with %s is refused for good', async (_, mistake, code) => {
  const { twilio, sms } = await openSms()
  const error: unknown = await sms.send({ ...placed, ...mistake }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Rejected)
  expect(error).toMatchObject({ code })
  expect(String(error)).not.toMatch(/\+\d{5}/)
  expect(twilio.state.texts).toEqual([])
})

test.each([
  ['another token', { authToken: 'a guess' }],
  ['a number that is not ours', { from: '+12065550199' }],
])('an account with %s is for the operator to correct, and the text is not lost', async (_, mistake) => {
  const { sms } = await openSms(mistake)
  const error: unknown = await sms.send(placed).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Unavailable)
  expect(String(error)).toContain('your Lockstep provider')
})

test('the client does not follow redirects, because it carries a token', async () => {
  const { sms } = await openSms({
    fetch: async (_url, init) => {
      expect(init?.redirect).toBe('manual')
      return new Response(null, { status: 302, headers: { location: 'https://evil.example' } })
    },
  })
  await expect(sms.send(placed)).rejects.toThrow(Unavailable)
})

const before = () => new Date(Date.now() - 1_000)

test('the text whose answer was lost is found, and no other', async () => {
  const { twilio, sms } = await openSms()
  twilio.faults.add({ kind: 'drop-after-acting' })
  await expect(sms.send(placed)).rejects.toMatchObject({ mayHaveHappened: true })
  const [text] = twilio.state.texts
  expect(await sms.findSent(placed, before())).toBe(text?.sid)
  expect(await sms.findSent({ ...placed, text: `${placed.text} ` }, before())).toBeNull()
  expect(await sms.findSent({ ...placed, to: '+12065550148' }, before())).toBeNull()
  expect(await sms.findSent(placed, new Date(Date.now() + 120_000))).toBeNull()
})

test('the search goes through the pages and stops at older texts', async () => {
  const asked: string[] = []
  const { twilio, sms } = await openSms({
    fetch: (url, init) => {
      asked.push(new Request(url).url)
      return fetch(url, init)
    },
  })
  const { externalId } = await sms.send(placed)
  const [first] = twilio.state.texts
  if (!first) throw new Error('No text came.')
  const others = Array.from({ length: 450 }, (_, index) => ({ ...first, sid: `SM${index}`, body: `Another ${index}` }))
  const older = others.map((text) => ({ ...text, sid: `${text.sid}-older`, at: '2026-01-01T00:00:00.000Z' }))
  twilio.state.texts = [...older, first, ...others]
  asked.length = 0
  expect(await sms.findSent(placed, before())).toBe(externalId)
  expect(asked).toHaveLength(3)
  expect(await sms.findSent({ ...placed, text: 'Never sent' }, before())).toBeNull()
  expect(asked).toHaveLength(6)
})
