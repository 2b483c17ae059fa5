import { expect, test } from 'vitest'
import { client, northfield, startForTest } from '../fixtures/amazon-fixture.ts'
import type { RunningAmazon } from '../start-amazon.ts'

const { appId: application_id, redirectUri: redirect_uri } = client
const asked = { application_id, state: 'a state & more', redirect_uri, version: 'beta' }

async function open({ url }: RunningAmazon, query: Record<string, string>) {
  const response = await fetch(`${url}/apps/authorize/consent?${new URLSearchParams(query)}`)
  return { status: response.status, page: await response.text() }
}

async function press({ url }: RunningAmazon, form: Record<string, string>) {
  const response = await fetch(`${url}/apps/authorize/consent`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? 'nowhere:')
}

/** The form as a browser submits it: hidden fields and the preselected choice. */
function fieldsOf(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input ([^>]+)>/g)].map(([, attributes = '']) => attributes)
  const sent = inputs.filter((one) => one.includes('type="hidden"') || one.includes(' checked'))
  return Object.fromEntries(
    sent.map((one) => {
      const [, name = ''] = /name="([^"]*)"/.exec(one) ?? []
      const [, value = ''] = /value="([^"]*)"/.exec(one) ?? []
      return [name, value.replaceAll('&amp;', '&')] as const
    }),
  )
}

test('the page names the application and offers the sellers, the first one chosen', async () => {
  const { status, page } = await open(await startForTest(), asked)
  expect(status).toBe(200)
  expect(page).toContain('Authorize Lockstep')
  expect([...page.matchAll(/<button[^>]*>([^<]+)</g)].map(([, text]) => text)).toEqual(['Authorize', 'Deny'])
  for (const name of ['Northfield Outfitters', 'Harbor Lane Home', 'Kieferhaus GmbH']) expect(page).toContain(name)
  expect(fieldsOf(page)).toEqual({ ...asked, seller: northfield })
})

test('an authorized consent redirects with a code that gives tokens', async () => {
  const amazon = await startForTest()
  const { page } = await open(amazon, asked)
  const back = await press(amazon, { ...fieldsOf(page), decision: 'authorize' })
  expect(`${back.origin}${back.pathname}`).toBe(redirect_uri)
  const { state, selling_partner_id, spapi_oauth_code = '' } = Object.fromEntries(back.searchParams)
  expect({ state, selling_partner_id }).toEqual({ state: asked.state, selling_partner_id: northfield })
  const answer = await fetch(`${amazon.url}/auth/o2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: spapi_oauth_code,
      redirect_uri,
      client_id: client.id,
      client_secret: client.secret,
    }),
  })
  expect(answer.status).toBe(200)
})

test('a denied consent redirects without a code', async () => {
  const amazon = await startForTest()
  const back = await press(amazon, { ...asked, seller: northfield, decision: 'deny' })
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: asked.state, error: 'access_denied' })
  expect(back.searchParams.has('spapi_oauth_code')).toBe(false)
})

test('the registered address is used when the request has none', async () => {
  const amazon = await startForTest()
  const back = await press(amazon, { application_id, state: 's', seller: northfield, decision: 'authorize' })
  expect(back.href.startsWith(`${redirect_uri}?`)).toBe(true)
})

test.each([
  ['an unknown application', { ...asked, application_id: 'amzn1.sellerapps.app.other' }, 'MD1000'],
  ['an address that is not registered', { ...asked, redirect_uri: 'https://evil.example/' }, 'MD5101'],
])('the page shows Amazon’s error for %s and does not redirect', async (_, query, code) => {
  const amazon = await startForTest()
  const { status, page } = await open(amazon, query)
  expect(status).toBe(400)
  expect(page).toContain(code)
  const back = await press(amazon, { ...query, seller: northfield, decision: 'authorize' })
  expect(back.href).toBe('nowhere:')
})

test('parameters are shown as text, not as markup', async () => {
  const { page } = await open(await startForTest(), { ...asked, state: '"><script>alert(1)</script>' })
  expect(page).not.toContain('<script>')
})
