import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { readSmtpSettings } from './settings.ts'
import { startSmtp, type RunningSmtp, type SmtpOptions } from './start-smtp.ts'

async function startForTest(options: SmtpOptions = {}): Promise<RunningSmtp> {
  const smtp = await startSmtp(options)
  onTestFinished(() => smtp.stop())
  return smtp
}

async function send({ url }: RunningSmtp, ...subjects: string[]): Promise<void> {
  const transport = createTransport({ url, pool: true, maxConnections: 1 })
  onTestFinished(() => transport.close())
  const html = '<html><head></head><body><script>alert(1)</script><a href="https://ups.example">Track</a></body></html>'
  for (const subject of subjects) {
    await transport.sendMail({ from: 'a@lockstep.test', to: 'ada@customer.example', subject, text: 'Hello', html })
  }
}

const read = async ({ inboxUrl }: RunningSmtp, path: string) =>
  (await (await fetch(`${inboxUrl}/_control/${path}`)).json()) as Record<string, unknown>

test('every mail is counted, also those no longer stored', async () => {
  const smtp = await startForTest({ keep: 2 })
  await send(smtp, 'One', 'Two', 'Three', 'One')
  expect(await read(smtp, 'counts')).toEqual({ accepted: 4, distinct: 3, repeated: 1 })
  expect(await read(smtp, 'messages')).toMatchObject({
    messages: [
      { subject: 'One', times: 2, text: expect.stringContaining('Hello'), to: 'ada@customer.example' },
      { subject: 'Three', times: 1 },
    ],
  })
  await fetch(`${smtp.inboxUrl}/_control/messages`, { method: 'DELETE' })
  expect(await read(smtp, 'counts')).toEqual({ accepted: 0, distinct: 0, repeated: 0 })
})

test('a mail is shown without running anything in it', async () => {
  const smtp = await startForTest()
  await send(smtp, '<b>Bold</b>')
  const page = await fetch(`${smtp.inboxUrl}/mails/1`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const shown = await page.text()
  expect(shown).toContain('&lt;b&gt;Bold')
  expect(shown).not.toContain('alert(1)')
  const frame = await fetch(`${smtp.inboxUrl}/mails/1/html`)
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-scripts).*default-src 'none'/)
  expect(await frame.text()).toContain('<head><base target="_blank">')
  expect((await fetch(`${smtp.inboxUrl}/mails/2`)).status).toBe(404)
})

test('the control plane takes no command from a page in a browser', async () => {
  const { inboxUrl } = await startForTest()
  const answer = await fetch(`${inboxUrl}/_control/messages`, { headers: { origin: inboxUrl } })
  expect(answer.status).toBe(403)
})

test('mails and ports survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-smtp-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const options = { stateFile: join(folder, 'smtp.json') }
  const first = await startSmtp(options)
  await send(first, 'Kept')
  await first.stop()
  const second = await startForTest(options)
  expect([second.url, second.inboxUrl]).toEqual([first.url, first.inboxUrl])
  expect(second.state).toEqual(first.state)
})

test('settings come from flags', () => {
  expect(readSmtpSettings({ port: '4000', 'inbox-port': '4001', state: '/state' })).toEqual({
    port: 4000,
    inboxPort: 4001,
    stateFile: '/state/smtp.json',
  })
})
