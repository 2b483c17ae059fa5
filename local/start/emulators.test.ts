import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { findFreePort } from '../free-port.ts'
import { root } from '../root.ts'
import { embedded } from '../run-product.ts'
import { findWantedEmulators } from './emulators.ts'
import { assertServable, isPublic } from './environment.ts'

const namesFor = (given: Record<string, string>) => findWantedEmulators(given).map(({ name }) => name)

test('every vendor is emulated when none is configured', () => {
  expect(namesFor({ PORT: '5000' })).toEqual(['oidc', 'amazon', 'meta', 'shopify', 'smtp', 'sms', 'woocommerce'])
})

test.each(['AMAZON_SP_API_URL', 'AMAZON_LWA_URL', 'AMAZON_SELLER_CENTRAL_URL'])(
  'Amazon is not emulated when %s is set',
  (variable) => {
    expect(namesFor({ [variable]: 'https://amazon.example' })).toEqual([
      'oidc',
      'meta',
      'shopify',
      'smtp',
      'sms',
      'woocommerce',
    ])
  },
)

test.each([
  ['META_GRAPH_URL', 'https://graph.facebook.com', ['oidc', 'amazon', 'shopify', 'smtp', 'sms', 'woocommerce']],
  ['SMTP_URL', 'smtps://user:password@mail.example', ['oidc', 'amazon', 'meta', 'shopify', 'sms', 'woocommerce']],
  ['TWILIO_API_URL', 'https://api.twilio.com', ['oidc', 'amazon', 'meta', 'shopify', 'smtp', 'woocommerce']],
  ['SHOPIFY_URL', 'https://shops.example', ['oidc', 'amazon', 'meta', 'smtp', 'sms', 'woocommerce']],
  ['DEMO_WOOCOMMERCE_URL', 'https://shop.example.com', ['oidc', 'amazon', 'meta', 'shopify', 'smtp', 'sms']],
])('no emulator is started for a vendor that %s configures', (variable, url, others) => {
  expect(namesFor({ [variable]: url })).toEqual(others)
})

test('client credentials are set for emulated vendors only', () => {
  const [oidc, meta, shopify, smtp, sms, woocommerce, ...others] = findWantedEmulators({
    AMAZON_LWA_URL: 'https://api.amazon.com',
  })
  const secrets = {
    SESSION_SECRET: 's',
    ENCRYPTION_KEY: 'e',
    OIDC_CLIENT_SECRET: 'o',
    AMAZON_LWA_CLIENT_SECRET: 'a',
    META_APP_SECRET: 'm',
    TWILIO_AUTH_TOKEN: 't',
  }
  expect(others).toEqual([])
  expect(oidc?.client(secrets)).toEqual({ OIDC_CLIENT_ID: 'lockstep', OIDC_CLIENT_SECRET: 'o' })
  expect(woocommerce?.client(secrets)).toEqual({})
  expect(meta?.client(secrets)).toEqual({ META_APP_SECRET: 'm' })
  expect(shopify?.client(secrets)).toEqual({})
  expect(smtp?.client(secrets)).toEqual({ MAIL_FROM: 'Lockstep <mail@lockstep.test>' })
  expect(sms?.client(secrets)).toMatchObject({ TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+12065550100' })
})

test('npm start behind a public address starts nothing, says why, and lists what is missing', async () => {
  const dataDir = makeTempFolder()
  const env = { PORT: String(await findFreePort()), DATA_DIR: dataDir, PUBLIC_URL: 'https://shop.example.com' }
  const child = spawn(process.execPath, ['local/start.ts'], {
    cwd: root,
    env: { ...process.env, ...embedded, TRUST_PROXY: '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill())
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  expect(output).toContain('no stand-ins were started: the local sign-in asks for no password')
  for (const name of ['OIDC_ISSUER_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'TRUST_PROXY']) {
    expect(output).toContain(`${name} is missing`)
  }
  expect(output).toContain('use npm run serve')
  expect(['postgres', 'stand-ins', 'logs'].filter((part) => existsSync(join(dataDir, part)))).toEqual([])
})

test('behind a public address npm start accepts the settings of serve, but no local sign-in', async () => {
  const settings = {
    PUBLIC_URL: 'https://shop.example.com',
    TRUST_PROXY: 'loopback',
    SESSION_SECRET: 's'.repeat(32),
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    OIDC_ISSUER_URL: 'https://login.example.com',
    OIDC_CLIENT_ID: 'lockstep',
    OIDC_CLIENT_SECRET: 'secret',
  }
  await assertServable(settings)
  await expect(assertServable({ ...settings, OIDC_ISSUER_URL: 'http://127.0.0.1:4000' })).rejects.toThrow(
    'OIDC_ISSUER_URL names this machine and PUBLIC_URL does not',
  )
})

test.each([
  ['http://localhost:5000', false],
  ['http://127.0.0.1:5000', false],
  ['http://[::1]:5000', false],
  ['https://shop.example.com', true],
  ['http://192.168.0.7:5000', true],
  ['http://localhost.evil.example', true],
  ['shop.example.com', true],
])('%s counts as public: %s', (url, expected) => {
  expect(isPublic(url)).toBe(expected)
})
