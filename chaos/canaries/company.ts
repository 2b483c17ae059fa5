import { createBrowser } from '#emulators/oidc/fixtures/browser.ts'
import { putItems } from '#emulators/amazon/stocked-items.ts'
import { signInAs, type Person } from './people.ts'
import { adminEmail, type CanarySystem } from './system.ts'

export const sku = 'CANARY-TEE'
const unitedStates = 'ATVPDKIKX0DER'

export type Company = Awaited<ReturnType<typeof setUpCompany>>

/** A company and its people, account, channels and keys, each by the form that people use for it. */
export async function setUpCompany(world: CanarySystem) {
  const { nest } = world
  const admin = await signInAs(world, adminEmail)
  const made = await admin.must('POST', '/api/admin/companies', {
    name: 'Canary Goods',
    email: 'office@lockstep.test',
    phone: null,
    address: null,
  })
  const companyId = (made.json() as { id: string }).id
  const people: Person[] = []
  for (const role of ['ops', 'readonly'] as const) {
    const email = `${role}.person@lockstep.test`
    await admin.must('POST', '/api/admin/users', { email, firstName: 'Pat', lastName: 'Person', role, companyId })
    people.push(await signInAs(world, email))
  }
  const [ops, reader] = people as [Person, Person]
  await ops.must('PUT', '/api/settings/notifications', {
    ownerSms: false,
    lowStockAlerts: false,
    failedJobAlerts: true,
    customerSms: true,
    customerEmail: true,
    // No hour is quiet, so that messages go out as they come.
    quietHoursStart: '08:00',
    quietHoursEnd: '08:00',
    alertEmail: 'alerts@lockstep.test',
    alertPhone: null,
  })
  await connectAmazon(world, ops, companyId)
  const shops = {
    standard: await openShop(world, ops, 'standard'),
    woocommerce: await openShop(world, ops, 'woocommerce'),
  }
  const metaId = await openMetaShop(world, ops)
  const key = await ops.must('POST', '/api/settings/api-keys', { name: 'ERP', scopes: ['orders.read', 'orders.write'] })
  nest.secret('key of a program', (key.json() as { key: string }).key)
  const signing = await ops.must('POST', '/api/settings/signing-secret/reveal')
  nest.secret('signing secret', (signing.json() as { secret: string }).secret)
  return { companyId, admin, ops, reader, shops, metaId }
}

/** By Amazon's page of consent. Its tokens are in the stand-in's own book. */
async function connectAmazon(world: CanarySystem, ops: Person, companyId: string): Promise<void> {
  const { amazon, nest } = world
  const [seller] = Object.values(amazon.state.sellers)
  if (!seller) throw new Error('The stand-in has no seller')
  const item = { sku, title: 'Tee', fulfillable: 500 }
  putItems(amazon.state, seller, unitedStates, [item], amazon.clock.now())
  const asked = { companyId, integrationName: 'Canary account', region: 'us' }
  const begun = await ops.must('POST', '/api/amazon/auth/initiate', asked)
  const consent = new URL((begun.json() as { authorizationUrl: string }).authorizationUrl)
  const fields = { ...Object.fromEntries(consent.searchParams), seller: seller.id, decision: 'authorize' }
  const back = new URL((await createBrowser().post(consent.href, fields)).url)
  nest.secret('state of the consent', back.searchParams.get('state') ?? '')
  nest.secret('code of the consent', back.searchParams.get('spapi_oauth_code') ?? '')
  const done = await ops.send('GET', `${back.pathname}${back.search}`)
  if (!done.location?.includes('success')) throw new Error(`Amazon was not connected: ${done.location}`)
  await ops.must('POST', '/api/amazon/test')
  const { refreshTokens, accessTokens } = amazon.state.tokens
  Object.keys(refreshTokens).forEach((token, index) => nest.secret(`refresh token ${index}`, token))
  Object.keys(accessTokens).forEach((token, index) => nest.secret(`access token ${index}`, token))
}

/** With the token that its owner has from Meta. */
async function openMetaShop({ nest, meta }: CanarySystem, ops: Person): Promise<string> {
  const [shop] = meta.state.shops
  const made = await ops.must('POST', '/api/channels', { name: 'Meta', type: 'meta_shops' })
  const { id } = made.json() as { id: string }
  await ops.must('PATCH', `/api/channels/${id}`, {
    accessToken: nest.secret('Meta access token', shop?.tokens[0] ?? ''),
    commerceAccountId: shop?.accountId ?? '',
    catalogId: shop?.catalogId ?? '',
  })
  return id
}

type Platform = 'standard' | 'woocommerce'

/** With a webhook secret that the shop made itself, replaced once, and a key. */
async function openShop({ nest, words }: CanarySystem, ops: Person, platform: Platform) {
  const webhookSecret = nest.secret(`first webhook secret of ${platform}`, words.secret())
  const made = await ops.must('POST', '/api/channels', { name: platform, type: 'website', platform, webhookSecret })
  const { id, apiKey } = made.json() as { id: string; apiKey: string }
  nest.secret(`key of ${platform}`, apiKey)
  const rotation = { secret: 'webhookSecret', overlapHours: 24, value: words.secret() }
  await ops.must('POST', `/api/channels/${id}/rotate`, rotation)
  return { id, platform, apiKey, webhookSecret: nest.secret(`webhook secret of ${platform}`, rotation.value) }
}
