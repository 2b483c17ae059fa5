import { expect, test } from 'vitest'
import { listVariables, readAmazonSettings } from './settings.ts'

test('settings come from the product’s own variables', () => {
  const environment = {
    PUBLIC_URL: 'https://lockstep.example',
    AMAZON_LWA_CLIENT_ID: 'id',
    AMAZON_LWA_CLIENT_SECRET: 'secret',
    AMAZON_APP_ID: 'app',
  }
  const settings = readAmazonSettings({ port: '4000', state: '/state', speed: '60', limits: 'off' }, environment)
  expect(settings).toEqual({
    port: 4000,
    speed: 60,
    limits: 'off',
    stateFile: '/state/amazon.json',
    client: {
      id: 'id',
      secret: 'secret',
      appId: 'app',
      redirectUri: 'https://lockstep.example/api/amazon/auth/callback',
    },
  })
  expect(listVariables('http://127.0.0.1:4000', settings, environment).join(' ')).not.toContain('secret')
})

test('missing settings are generated and printed', () => {
  const settings = readAmazonSettings({}, {})
  expect(settings).toMatchObject({ port: 0, speed: 1, limits: 'amazon' })
  expect(settings.client.redirectUri).toBe('http://localhost:5000/api/amazon/auth/callback')
  expect(listVariables('http://127.0.0.1:4000', settings, {})).toEqual([
    'AMAZON_SP_API_URL=http://127.0.0.1:4000',
    'AMAZON_LWA_URL=http://127.0.0.1:4000',
    'AMAZON_SELLER_CENTRAL_URL=http://127.0.0.1:4000',
    `AMAZON_LWA_CLIENT_ID=${settings.client.id}`,
    `AMAZON_APP_ID=${settings.client.appId}`,
    `AMAZON_LWA_CLIENT_SECRET=${settings.client.secret}`,
  ])
})

test.each([
  [{ limits: 'some' }, {}, '--limits'],
  [{ speed: 'fast' }, {}, '--speed'],
  [{}, { PUBLIC_URL: 'lockstep' }, 'PUBLIC_URL'],
])('an invalid setting is named: %o %o', (flags, environment, name) => {
  expect(() => readAmazonSettings(flags, environment)).toThrow(name)
})
