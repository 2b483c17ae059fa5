import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { listSmsVariables, readSmsSettings } from './settings.ts'
import { startSms, type RunningSms, type SmsOptions } from './start-sms.ts'

const account = { sid: `AC${'1'.repeat(32)}`, authToken: 'a token of the test', number: '+12065550100' }
const ada = '+12065550147'

async function startForTest(options: Partial<SmsOptions> = {}): Promise<RunningSms> {
  const sms = await startSms({ account, ...options })
  onTestFinished(() => sms.stop())
  return sms
}

const send = ({ url }: RunningSms, form: Record<string, string>, token = account.authToken) =>
  fetch(`${url}/2010-04-01/Accounts/${account.sid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${account.sid}:${token}`).toString('base64')}` },
    body: new URLSearchParams({ To: ada, From: account.number, Body: 'Hello', ...form }),
  })

const control = async ({ url }: RunningSms, method: string, path: string, body?: object) => {
  const answer = await fetch(`${url}/_control/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** A webhook server that records replies and their signatures. */
async function listen() {
  const received: { signature: string | undefined; form: Record<string, string> }[] = []
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    received.push({ signature: request.headers['x-twilio-signature']?.toString(), form })
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => void hear(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { answersUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`, received }
}

test.each([
  ['another token', {}, 'a guess', 401, 20_003],
  ['an invalid number', { To: '2065550147' }, undefined, 400, 21_211],
  ['a number that is not the account’s', { From: ada }, undefined, 400, 21_659],
  ['an empty body', { Body: '' }, undefined, 400, 21_602],
  ['too long a body', { Body: 'x'.repeat(1_601) }, undefined, 400, 21_617],
])('a text with %s is refused as Twilio does', async (_, form, token, status, code) => {
  const sms = await startForTest()
  const answer = await send(sms, form, token)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ code, status })
  expect(sms.state.texts).toEqual([])
})

test('replies are sent on with a signature, and a number that replied STOP gets nothing until START', async () => {
  const { answersUrl, received } = await listen()
  const sms = await startForTest({ answersUrl })
  expect((await send(sms, {})).status).toBe(201)
  expect((await control(sms, 'POST', 'answers', { from: ada, body: ' stop ' })).body).toMatchObject({ taken: 204 })
  const [{ signature, form } = { signature: '', form: {} }] = received
  const signed = Object.entries(form)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flat()
  expect(form).toMatchObject({ From: ada, To: account.number, Body: ' stop ', AccountSid: account.sid })
  expect(signature).toBe(
    createHmac('sha1', account.authToken)
      .update(answersUrl + signed.join(''))
      .digest('base64'),
  )
  expect(await (await send(sms, {})).json()).toMatchObject({ code: 21_610 })
  await control(sms, 'POST', 'answers', { from: ada, body: 'START' })
  expect((await send(sms, {})).status).toBe(201)
})

test('every text is counted, also those no longer stored', async () => {
  const sms = await startForTest({ keep: 2 })
  for (const Body of ['One', 'Two', 'Three', 'One']) await send(sms, { Body })
  expect((await control(sms, 'GET', 'counts')).body).toEqual({ accepted: 4, distinct: 3, repeated: 1 })
  expect((await control(sms, 'GET', 'messages')).body).toMatchObject({
    messages: [
      { body: 'One', times: 2 },
      { body: 'Three', times: 1 },
    ],
  })
})

test('the inbox has a page per number, and takes replies from its own page only', async () => {
  const sms = await startForTest()
  await send(sms, { Body: '<script>alert(1)</script>' })
  const page = `${sms.inboxUrl}/numbers/${encodeURIComponent(ada)}`
  const shown = await fetch(page)
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await shown.text()).toContain('&lt;script&gt;alert(1)')
  const answer = (origin: string) =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ body: 'STOP' }), headers: { origin } })
  expect((await answer('http://evil.example')).status).toBe(403)
  expect(sms.state.optedOut).toEqual([])
  expect(await (await answer(sms.url)).text()).toContain('This number said STOP')
  expect((await fetch(`${sms.inboxUrl}/numbers/%2B1999`)).status).toBe(404)
})

test('the control plane takes no command from a page in a browser', async () => {
  const { url } = await startForTest()
  expect((await fetch(`${url}/_control/messages`, { headers: { origin: url } })).status).toBe(403)
})

test.each([
  ['an unknown path', 'POST', 'nothing', {}, 404],
  ['an unknown fault', 'POST', 'faults', { kind: 'sulk' }, 400],
  ['an answer of nobody', 'POST', 'answers', { from: 'Ada', body: 'Hi' }, 400],
])('the control plane refuses %s', async (_, method, path, body, status) => {
  expect((await control(await startForTest(), method, path, body)).status).toBe(status)
})

test('texts, opt-outs and port survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-sms-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const options = { account, stateFile: join(folder, 'sms.json') }
  const first = await startSms(options)
  await send(first, {})
  await control(first, 'POST', 'answers', { from: ada, body: 'STOP' })
  await first.stop()
  const second = await startForTest(options)
  expect(second.url).toBe(first.url)
  expect(second.state).toEqual(first.state)
})

test('settings come from the product’s own variables, and generated ones are printed', () => {
  const environment = { PUBLIC_URL: 'http://localhost:7000', TWILIO_AUTH_TOKEN: 'given', TWILIO_FROM: '+1555' }
  const given = readSmsSettings({ port: '4000', state: '/state' }, environment)
  expect(given).toMatchObject({
    port: 4000,
    stateFile: '/state/sms.json',
    answersUrl: 'http://localhost:7000/api/webhooks/sms',
    account: { authToken: 'given', number: '+1555' },
  })
  expect(listSmsVariables('http://127.0.0.1:4000', given, environment).join(' ')).not.toContain('given')
  const made = readSmsSettings({}, {})
  expect(listSmsVariables('u', made, {})).toContain(`TWILIO_AUTH_TOKEN=${made.account.authToken}`)
  expect(() => readSmsSettings({}, { PUBLIC_URL: 'nowhere' })).toThrow('PUBLIC_URL')
})
