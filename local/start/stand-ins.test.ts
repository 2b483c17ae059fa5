import { expect, test } from 'vitest'
import { findWantedStandIns } from './stand-ins.ts'

const namesFor = (given: Record<string, string>) => findWantedStandIns(given).map(({ name }) => name)

test('every service has its stand-in when none is named', () => {
  expect(namesFor({ PORT: '5000' })).toEqual(['oidc', 'amazon'])
})

test.each(['AMAZON_SP_API_URL', 'AMAZON_LWA_URL', 'AMAZON_SELLER_CENTRAL_URL'])(
  'Amazon has no stand-in when %s points elsewhere',
  (variable) => {
    expect(namesFor({ [variable]: 'https://amazon.example' })).toEqual(['oidc'])
  },
)

test('the names of a client come with its stand-in only', () => {
  const [oidc, ...others] = findWantedStandIns({ AMAZON_LWA_URL: 'https://api.amazon.com' })
  const secrets = { SESSION_SECRET: 's', ENCRYPTION_KEY: 'e', OIDC_CLIENT_SECRET: 'o', AMAZON_LWA_CLIENT_SECRET: 'a' }
  expect(others).toEqual([])
  expect(oidc?.client(secrets)).toEqual({ OIDC_CLIENT_ID: 'lockstep', OIDC_CLIENT_SECRET: 'o' })
})
