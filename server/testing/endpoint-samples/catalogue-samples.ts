import { encryptContent } from '#server/features/channels/inbox/delivery-content.ts'
import { upsertItems } from '#server/features/channels/items/queries.ts'
import { requestSync } from '#server/features/marketplace/sync/request-sync.ts'
import type { Deps } from '#server/platform/context.ts'
import { channelConnectAttempts } from '#server/platform/db/schema/channels.ts'
import { channelDeliveries, webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { findChannelOfAccount } from '#server/features/channels/channel-queries.ts'
import { newId } from '#server/platform/ids.ts'
import { buildSku } from '../builders.ts'
import { buildChangeSet } from '../bulk-fixture.ts'
import { buildChannel } from '../channels.ts'
import { unitedStates } from '../fake-marketplace.ts'
import { shopItem } from '../fake-shop.ts'
import { pngOf, storeImage } from '../images.ts'
import { buildAccount, testContext } from '../stock-sync-fixture.ts'
import { buildWorkbook, uploadHeadings } from '../workbooks.ts'

/** Valid sample inputs of the catalogue's endpoints, and ids of another company. */
export async function catalogueSamples({ db }: Pick<Deps, 'db'>, companyId: string, otherCompanyId: string) {
  const [sku, otherSku] = [await buildSku(db, companyId), await buildSku(db, otherCompanyId)]
  const product = { params: { productId: sku.productId }, foreign: { productId: otherSku.productId } }
  const bySku = { params: { skuId: sku.id }, foreign: { skuId: otherSku.id } }
  const [changes, otherChanges] = [await buildChangeSet(db, companyId), await buildChangeSet(db, otherCompanyId)]
  const changeSet = { params: { changeSetId: changes.id }, foreign: { changeSetId: otherChanges.id } }
  const imageOf = async (company: string) => ({
    imageId: await storeImage(db, company, { productId: (await buildSku(db, company)).productId }),
  })
  const file = buildWorkbook([uploadHeadings, ['NEW-1', 'Cup', 4.5, 3, '', '']])
  return {
    products: {
      list: {},
      create: { body: { title: 'Cup' } },
      export: { query: { format: 'csv' } },
      detail: product,
      update: { ...product, body: { version: 1, brand: 'Pine' } },
      uploadImage: { ...product, file: pngOf(40, 40) },
      removeImage: product,
      history: product,
      createSku: { ...product, body: { sku: 'NEW-SKU' } },
      updateSku: {
        params: { ...product.params, ...bySku.params },
        foreign: { ...product.foreign, ...bySku.foreign },
        body: { version: 1, price: '4' },
      },
    },
    images: { read: { params: await imageOf(companyId), foreign: await imageOf(otherCompanyId) } },
    inventory: {
      list: {},
      alerts: {},
      summary: {},
      export: { query: { format: 'csv' } },
      detail: bySku,
      history: bySku,
      adjust: { ...bySku, body: { quantity: 7, from: 0, reason: 'counted' } },
      movements: bySku,
    },
    orderImport: { template: {}, preview: { file: ordersFile(sku.sku) }, apply: { file: ordersFile(sku.sku) } },
    bulk: {
      sheetData: {},
      saveSheet: { body: { updates: [{ id: sku.id, title: 'Mug' }] } },
      template: {},
      preview: { file },
      upload: { file },
      tracking: {
        file: buildWorkbook([
          ['Order', 'Carrier', 'Tracking number'],
          ['LS-1', 'UPS', '1Z9'],
        ]),
      },
      changeSets: {},
      changedRows: changeSet,
      progress: changeSet,
      errors: changeSet,
      undo: changeSet,
    },
  }
}

/** Valid sample inputs of the channels' endpoints, and ids of another company. */
export async function channelSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own, other] = [await buildPlace(deps, companyId), await buildPlace(deps, otherCompanyId)]
  const [channelId, otherChannelId] = [own.channelId, other.channelId]
  const channel = { params: { channelId }, foreign: { channelId: otherChannelId } }
  const shop = { params: { channelId: own.shopId }, foreign: { channelId: other.shopId } }
  const within = (id: 'skuId' | 'deliveryId' | 'messageId') => ({
    params: { channelId, [id]: own[id] },
    foreign: { channelId: otherChannelId, [id]: other[id] },
  })
  return {
    channels: {
      list: {},
      create: { body: { name: 'My Shop', type: 'website' } },
      detail: channel,
      update: { ...channel, body: { safetyBuffer: 2 } },
      reveal: { ...channel, body: { secret: 'webhookSecret' } },
      rotate: { ...channel, body: { secret: 'apiKey', overlapHours: 24 } },
      test: channel,
      syncCatalog: { body: { channelId } },
    },
    channelItems: {
      list: shop,
      match: { ...shop, body: { matches: [{ externalId: 'item-1', skuId: own.skuId }] } },
      acceptSuggestions: { ...shop, body: {} },
      createProducts: { ...shop, body: { externalIds: ['item-2'] } },
      read: shop,
    },
    channelListings: { list: channel, update: { ...within('skuId'), body: { price: '9.50' } } },
    channelDeliveries: {
      list: channel,
      detail: within('deliveryId'),
      replay: within('deliveryId'),
      sent: channel,
      resend: within('messageId'),
    },
  }
}

const nobodyListens = 'http://127.0.0.1:9/lockstep'

/** A channel with a SKU, a failed delivery and a failed message. */
async function buildPlace(deps: Deps, companyId: string) {
  const { id: channelId } = await buildChannel(deps, companyId, { config: { webhookUrl: nobodyListens } })
  const { id: skuId } = await buildSku(deps.db, companyId)
  return {
    channelId,
    shopId: await buildShop(deps, companyId),
    skuId,
    deliveryId: await buildFailedDelivery(deps, companyId, channelId),
    messageId: await buildFailedMessage(deps, companyId, channelId),
  }
}

/** A connected shop with two items that are not matched. */
async function buildShop(deps: Deps, companyId: string): Promise<string> {
  const { id } = await buildChannel(deps, companyId, { type: 'woocommerce', credentials: '{}' })
  const items = ['item-1', 'item-2'].map((externalId) => shopItem(externalId, { sku: `CODE-${externalId}` }))
  await deps.db.inCompany(companyId, (tx) => upsertItems(tx, { companyId, channelId: id }, items, deps.clock.now()))
  return id
}

async function buildFailedDelivery({ db, vault }: Deps, companyId: string, channelId: string): Promise<string> {
  const id = newId()
  const payload = encryptContent(vault, { companyId, id }, { headers: {}, body: Buffer.from('{}') })
  const failed = { deliveryId: id, isVerified: true, error: 'items is missing' }
  await db.inCompany(companyId, (tx) =>
    tx.insert(webhookEvents).values({ companyId, id, channelId, payload, ...failed }),
  )
  return id
}

async function buildFailedMessage({ db, vault }: Deps, companyId: string, channelId: string): Promise<string> {
  const id = newId()
  const message = { eventType: 'ping', eventKey: `ping:${id}`, url: nobodyListens }
  const payload = vault.encrypt('{}', `channel_deliveries.payload:${companyId}:${id}`)
  await db.inCompany(companyId, (tx) =>
    tx.insert(channelDeliveries).values({ companyId, id, channelId, ...message, payload, status: 'failed' }),
  )
  return id
}

/** Valid sample inputs of the marketplace's endpoints, and ids of another company. */
export async function marketplaceSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [account, otherAccount] = [await buildAccount(deps, companyId), await buildAccount(deps, otherCompanyId)]
  const runOf = (company: string, accountId: string) => {
    const ctx = testContext(deps, company)
    return ctx.transaction((tx) =>
      requestSync(tx, ctx, { accountId, kind: 'inventory', mode: 'full', requestedBy: 'Test' }),
    )
  }
  const [run, otherRun] = [await runOf(companyId, account), await runOf(otherCompanyId, otherAccount)]
  return {
    integration: {},
    saveIntegration: { body: { name: 'Store', sellerId: 'A1', region: 'us', marketplaces: [unitedStates] } },
    status: {},
    setupInfo: {},
    test: {},
    accounts: { params: { companyId }, foreign: { companyId: otherCompanyId } },
    initiate: { body: { companyId, integrationName: 'Store', region: 'us' } },
    disconnect: { params: { id: await buildAccount(deps, companyId) }, foreign: { id: otherAccount } },
    syncInventory: {},
    syncRuns: {},
    drift: {},
    differences: { params: { runId: run }, foreign: { runId: otherRun } },
  }
}

export async function twoWaySamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const runOf = async (company: string) => {
    const ctx = testContext(deps, company)
    const accountId = await buildAccount(deps, company, { isActive: false })
    const asked = { accountId, kind: 'two_way', mode: 'dry_run', requestedBy: 'Test' } as const
    return ctx.transaction((tx) => requestSync(tx, ctx, asked))
  }
  const [sku, otherSku] = [await buildSku(deps.db, companyId), await buildSku(deps.db, otherCompanyId)]
  return {
    sync: {},
    preview: {},
    run: { params: { runId: await runOf(companyId) }, foreign: { runId: await runOf(otherCompanyId) } },
    changes: { query: { only: 'conflicts' } },
    listings: { params: { skuId: sku.id }, foreign: { skuId: otherSku.id } },
  }
}

/** The shop of the sample calls (`FakeShop` of a test answers for it). */
export const sampleShop = {
  siteUrl: 'http://localhost:4100',
  consumerKey: 'ck_1234567890',
  consumerSecret: 'cs_of-the-sample-shop',
}

const sampleStore = { shopDomain: 'harbor', clientId: 'client-id-1', clientSecret: 'shpss_of-the-sample-store' }

/** Valid sample inputs of the calls that connect shops, and ids of another company. */
export async function connectSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own, other] = [await buildShops(deps, companyId), await buildShops(deps, otherCompanyId)]
  const of = (id: 'started' | 'ended') => ({ params: { channelId: own[id] }, foreign: { channelId: other[id] } })
  return {
    connectWoocommerce: { body: { ...sampleShop, channelId: own.started } },
    connectShopify: { body: sampleStore },
    beginConsent: { body: { siteUrl: sampleShop.siteUrl } },
    attempt: { params: { attemptId: own.attemptId }, foreign: { attemptId: other.attemptId } },
    shop: of('started'),
    start: { ...of('started'), body: { sendsPrices: true } },
    disconnect: of('ended'),
    health: of('started'),
  }
}

/** The sample shop, which a company has once; a new one to be disconnected, and an attempt to connect another. */
async function buildShops(deps: Deps, companyId: string) {
  const { consumerKey, consumerSecret, siteUrl } = sampleShop
  const shop = { type: 'woocommerce', credentials: JSON.stringify({ consumerKey, consumerSecret }) } as const
  const known = await deps.db.inCompany(companyId, (tx) =>
    findChannelOfAccount(tx, companyId, { type: 'woocommerce', accountId: siteUrl }),
  )
  const started = known ?? (await buildChannel(deps, companyId, { ...shop, accountId: siteUrl }))
  const ended = await buildChannel(deps, companyId, { ...shop, accountId: `https://${newId()}.example` })
  const attemptId = newId()
  const expiresAt = new Date(deps.clock.now().getTime() + 3_600_000)
  await deps.db.inCompany(companyId, (tx) =>
    tx.insert(channelConnectAttempts).values({
      companyId,
      id: attemptId,
      type: 'woocommerce',
      tokenHash: attemptId,
      siteUrl,
      name: '',
      expiresAt,
    }),
  )
  return { started: started.id, ended: ended.id, attemptId }
}

const ordersFile = (sku: string) =>
  buildWorkbook([
    ['Order number', 'Name', 'Street', 'City', 'State', 'Postal code', 'Country', 'SKU', 'Quantity'],
    ['FAIR-1', 'Ana Ruiz', '1 Main St', 'Seattle', 'WA', '98101', 'US', sku, '1'],
  ])
