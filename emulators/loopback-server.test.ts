import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { startForTest as startAmazon } from './amazon/fixtures/amazon-fixture.ts'
import { startMeta } from './meta/start-meta.ts'
import { startOidc } from './oidc/start-oidc.ts'
import { startSms } from './sms/start-sms.ts'
import { startSmtp } from './smtp/start-smtp.ts'

const client = { id: 'lockstep', secret: 'a secret of the test', home: 'http://localhost:5000/' }
const account = { sid: 'AC1', authToken: 'token', number: '+12065550100' }
const oidc = await startOidc({ client })
const meta = await startMeta({ appSecret: 'secret', limits: 'off', shops: [] })
const sms = await startSms({ account })
const smtp = await startSmtp()
afterAll(() => Promise.all([oidc, meta, sms, smtp].map((emulator) => emulator.stop())))

const pages: [string, () => Promise<string>][] = [
  ['the sign-in emulator', async () => `${oidc.url}/.well-known/openid-configuration`],
  ['the sign-in page', async () => `${oidc.url}/sign-in/anything`],
  ['the Amazon emulator', async () => `${(await startAmazon()).url}/apps/authorize/consent`],
  ['the Meta emulator', async () => meta.url],
  ['the SMS emulator', async () => sms.inboxUrl],
  ['the inbox of the SMTP emulator', async () => smtp.inboxUrl],
]

/** `fetch` always sends its own Host header. */
async function ask(url: string, host: string): Promise<number> {
  const sent = request(url, { headers: { host } })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode ?? 0
}

test.each(pages)('%s answers under the names of this machine only (DNS rebinding)', async (_, open) => {
  const url = await open()
  const { port } = new URL(url)
  const usual = await ask(url, `127.0.0.1:${port}`)
  expect(usual).not.toBe(403)
  for (const name of ['localhost', 'LOCALHOST', '[::1]']) expect(await ask(url, `${name}:${port}`)).toBe(usual)
  const others = [
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    'localhost',
    `localhost:${Number(port) + 1}`,
  ]
  for (const host of [...others, `localhost:${port}@evil.example`]) expect(await ask(url, host), host).toBe(403)
})
