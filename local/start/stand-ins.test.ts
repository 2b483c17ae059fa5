import { expect, test } from 'vitest'
import { findWantedStandIns } from './stand-ins.ts'

const namesFor = (given: Record<string, string>) => findWantedStandIns(given).map(({ name }) => name)

test('every service has its stand-in when none is named', () => {
  expect(namesFor({ PORT: '5000' })).toEqual(['oidc', 'amazon', 'meta'])
})

test.each(['AMAZON_SP_API_URL', 'AMAZON_LWA_URL', 'AMAZON_SELLER_CENTRAL_URL'])(
  'Amazon has no stand-in when %s points elsewhere',
  (variable) => {
    expect(namesFor({ [variable]: 'https://amazon.example' })).toEqual(['oidc', 'meta'])
  },
)

test('Meta has no stand-in when META_GRAPH_URL points elsewhere', () => {
  expect(namesFor({ META_GRAPH_URL: 'https://graph.facebook.com' })).toEqual(['oidc', 'amazon'])
})

test('the names of a client come with its stand-in only', () => {
  const [oidc, meta, ...others] = findWantedStandIns({ AMAZON_LWA_URL: 'https://api.amazon.com' })
  const secrets = {
    SESSION_SECRET: 's',
    ENCRYPTION_KEY: 'e',
    OIDC_CLIENT_SECRET: 'o',
    AMAZON_LWA_CLIENT_SECRET: 'a',
    META_APP_SECRET: 'm',
  }
  expect(others).toEqual([])
  expect(oidc?.client(secrets)).toEqual({ OIDC_CLIENT_ID: 'lockstep', OIDC_CLIENT_SECRET: 'o' })
  expect(meta?.client(secrets)).toEqual({ META_APP_SECRET: 'm' })
})
