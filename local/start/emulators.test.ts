import { expect, test } from 'vitest'
import { findWantedEmulators } from './emulators.ts'

const namesFor = (given: Record<string, string>) => findWantedEmulators(given).map(({ name }) => name)

test('every vendor is emulated when none is configured', () => {
  expect(namesFor({ PORT: '5000' })).toEqual(['oidc', 'amazon', 'meta', 'smtp', 'sms'])
})

test.each(['AMAZON_SP_API_URL', 'AMAZON_LWA_URL', 'AMAZON_SELLER_CENTRAL_URL'])(
  'Amazon is not emulated when %s is set',
  (variable) => {
    expect(namesFor({ [variable]: 'https://amazon.example' })).toEqual(['oidc', 'meta', 'smtp', 'sms'])
  },
)

test.each([
  ['META_GRAPH_URL', 'https://graph.facebook.com', ['oidc', 'amazon', 'smtp', 'sms']],
  ['SMTP_URL', 'smtps://user:password@mail.example', ['oidc', 'amazon', 'meta', 'sms']],
  ['TWILIO_API_URL', 'https://api.twilio.com', ['oidc', 'amazon', 'meta', 'smtp']],
])('no emulator is started for a vendor that %s configures', (variable, url, others) => {
  expect(namesFor({ [variable]: url })).toEqual(others)
})

test('client credentials are set for emulated vendors only', () => {
  const [oidc, meta, smtp, sms, ...others] = findWantedEmulators({ AMAZON_LWA_URL: 'https://api.amazon.com' })
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
  expect(meta?.client(secrets)).toEqual({ META_APP_SECRET: 'm' })
  expect(smtp?.client(secrets)).toEqual({ MAIL_FROM: 'Lockstep <mail@lockstep.test>' })
  expect(sms?.client(secrets)).toMatchObject({ TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+12065550100' })
})
