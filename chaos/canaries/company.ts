import { createBrowser } from '#emulators/oidc/fixtures/browser.ts'
import { putItems } from '#emulators/amazon/stocked-items.ts'
import { signInAs, type Person } from './people.ts'
import { adminEmail, type CanarySystem } from './system.ts'

export const sku = 'CANARY-TEE'
const unitedStates = 'ATVPDKIKX0DER'

export type Company = Awaited<ReturnType<typeof setUpCompany>>

/** Creates a company with users, Amazon account, channels and keys through the API that the pages use. */
export async function setUpCompany(system: CanarySystem) {
  const { registry } = system
  const admin = await signInAs(system, adminEmail)
  const created = await admin.sendOk('POST', '/api/admin/companies', {
    name: 'Canary Goods',
    email: 'office@lockstep.test',
    phone: null,
    address: null,
  })
  const companyId = (created.json() as { id: string }).id
  const people: Person[] = []
  for (const role of ['ops', 'readonly'] as const) {
    const email = `${role}.person@lockstep.test`
    await admin.sendOk('POST', '/api/admin/users', { email, firstName: 'Pat', lastName: 'Person', role, companyId })
    people.push(await signInAs(system, email))
  }
  const [ops, reader] = people as [Person, Person]
  await ops.sendOk('PUT', '/api/settings/notifications', {
    ownerSms: false,
    lowStockAlerts: false,
    failedJobAlerts: true,
    customerSms: true,
    customerEmail: true,
    // No quiet hours, so that messages are sent at once.
    quietHoursStart: '08:00',
    quietHoursEnd: '08:00',
    alertEmail: 'alerts@lockstep.test',
    alertPhone: null,
  })
  await connectAmazon(system, ops, companyId)
  const shops = {
    standard: await connectShop(system, ops, 'standard'),
    woocommerce: await connectShop(system, ops, 'woocommerce'),
  }
  const metaId = await connectMetaShop(system, ops)
  const key = await ops.sendOk('POST', '/api/settings/api-keys', {
    name: 'ERP',
    scopes: ['orders.read', 'orders.write'],
  })
  registry.secret('key of a program', (key.json() as { key: string }).key)
  const signing = await ops.sendOk('POST', '/api/settings/signing-secret/reveal')
  registry.secret('signing secret', (signing.json() as { secret: string }).secret)
  return { companyId, admin, ops, reader, shops, metaId }
}

/** Connects by OAuth through the emulator's consent page; the tokens are read from its state. */
async function connectAmazon(system: CanarySystem, ops: Person, companyId: string): Promise<void> {
  const { amazon, registry } = system
  const [seller] = Object.values(amazon.state.sellers)
  if (!seller) throw new Error('The Amazon emulator has no seller')
  const item = { sku, title: 'Tee', fulfillable: 500 }
  putItems(amazon.state, seller, unitedStates, [item], amazon.clock.now())
  const request = { companyId, integrationName: 'Canary account', region: 'us' }
  const initiated = await ops.sendOk('POST', '/api/amazon/auth/initiate', request)
  const consent = new URL((initiated.json() as { authorizationUrl: string }).authorizationUrl)
  const fields = { ...Object.fromEntries(consent.searchParams), seller: seller.id, decision: 'authorize' }
  const back = new URL((await createBrowser().post(consent.href, fields)).url)
  registry.secret('state of the consent', back.searchParams.get('state') ?? '')
  registry.secret('code of the consent', back.searchParams.get('spapi_oauth_code') ?? '')
  const done = await ops.send('GET', `${back.pathname}${back.search}`)
  if (!done.location?.includes('success')) throw new Error(`Amazon was not connected: ${done.location}`)
  await ops.sendOk('POST', '/api/amazon/test')
  const { refreshTokens, accessTokens } = amazon.state.tokens
  Object.keys(refreshTokens).forEach((token, index) => registry.secret(`refresh token ${index}`, token))
  Object.keys(accessTokens).forEach((token, index) => registry.secret(`access token ${index}`, token))
}

/** Connects a Meta shop with an access token of its owner. */
async function connectMetaShop({ registry, meta }: CanarySystem, ops: Person): Promise<string> {
  const [shop] = meta.state.shops
  const created = await ops.sendOk('POST', '/api/channels', { name: 'Meta', type: 'meta_shops' })
  const { id } = created.json() as { id: string }
  await ops.sendOk('PATCH', `/api/channels/${id}`, {
    accessToken: registry.secret('Meta access token', shop?.tokens[0] ?? ''),
    commerceAccountId: shop?.accountId ?? '',
    catalogId: shop?.catalogId ?? '',
  })
  return id
}

type Platform = 'standard' | 'woocommerce'

/** Connects a website with its own webhook secret, which is rotated once, and an API key. */
async function connectShop({ registry, values }: CanarySystem, ops: Person, platform: Platform) {
  const webhookSecret = registry.secret(`first webhook secret of ${platform}`, values.secret())
  const created = await ops.sendOk('POST', '/api/channels', {
    name: platform,
    type: 'website',
    platform,
    webhookSecret,
  })
  const { id, apiKey, feedKey } = created.json() as { id: string; apiKey: string; feedKey: string }
  registry.secret(`key of ${platform}`, apiKey)
  registry.secret(`feed key of ${platform}`, feedKey)
  const rotation = { secret: 'webhookSecret', overlapHours: 24, value: values.secret() }
  await ops.sendOk('POST', `/api/channels/${id}/rotate`, rotation)
  return { id, platform, apiKey, webhookSecret: registry.secret(`webhook secret of ${platform}`, rotation.value) }
}
