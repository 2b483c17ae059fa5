import { Counter } from 'prom-client'
import { amazonCallbackPath } from '#contract/marketplace.ts'
import { callbackPath } from '#contract/paths.ts'
import { tableWorkers } from './table-workers.ts'
import { createAmazonClient } from './integrations/amazon/client.ts'
import { createAmazonFulfillment } from './integrations/amazon/fulfillment.ts'
import { createAmazonListings } from './integrations/amazon/listings.ts'
import { createAmazonMarketplace } from './integrations/amazon/marketplace.ts'
import type { AmazonSettings } from './integrations/amazon/settings.ts'
import { systemTiming } from './integrations/amazon/timing.ts'
import { createOidcIdentity } from './integrations/oidc/identity.ts'
import { createMetaShops } from './integrations/meta/channel.ts'
import { createSmtpMail } from './integrations/smtp/mail.ts'
import { createTwilioSms } from './integrations/twilio/sms.ts'
import { createWebsites } from './integrations/website/channel.ts'
import { createShops } from './integrations/website/shops.ts'
import { systemClock } from './platform/clock.ts'
import { isLoopback, type Config } from './platform/config.ts'
import { armCrash } from './platform/crash-points.ts'
import type { Deps } from './platform/context.ts'
import { openDatabase, poolSize } from './platform/db/client.ts'
import { catalog } from './platform/jobs/catalog.ts'
import { createWorkerTrigger } from './platform/jobs/table-workers.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { createLog, type Log } from './platform/log.ts'
import { gatePorts, type Ports } from './platform/ports.ts'
import { openRestoreGate, blockWhileRestored } from './platform/restore-gate.ts'
import { openSharedState, type SharedState } from './platform/shared-state/shared-state.ts'
import { openVault } from './platform/crypto/open-vault.ts'
import { requiresStartTls } from './platform/unsafe-settings.ts'
import { version } from './version.ts'

export type ProcessRole = 'web' | 'worker' | 'web and worker' | 'job'

const unknownRefusals = new Counter({
  name: 'lockstep_amazon_unknown_refusals_total',
  help: 'Refusals by Amazon that are not in the catalogue of known errors',
  labelNames: ['operation', 'status'] as const,
})

/** The composition root: the only place that names an adapter of an outside service. */
export async function openDeps(config: Config, role: ProcessRole): Promise<Deps & { close(): Promise<void> }> {
  const log = createLog(config, role)
  armCrash(config.CRASH_AT)
  const max = poolSize(config, role === 'web')
  const db = await openDatabase(config.DATABASE_URL, { max, applicationName: `lockstep ${role}` })
  const isWorker = role === 'worker' || role === 'web and worker'
  const closeAndThrow = async (error: unknown) => {
    await db.close()
    throw error
  }
  const vault = await openVault(db, config).catch(closeAndThrow)
  const gate = await openRestoreGate({ db, clock: systemClock, log }).catch(closeAndThrow)
  const queue = await openQueue(db.url, catalog, { isWorker, log }).catch(closeAndThrow)
  const shared = await openSharedState({ config, db, vault, clock: systemClock, log }).catch(closeAndThrow)
  const mail = smtpMail(config)
  const workerTrigger = createWorkerTrigger({ db, queue, clock: systemClock, log, tableWorkers })
  return {
    config,
    db,
    log,
    queue,
    workerTrigger,
    clock: systemClock,
    vault,
    gate,
    ports: gatePorts({ ...adapters(config, log, shared), mail }, blockWhileRestored(gate)),
    shared,
    async close() {
      gate.close()
      await workerTrigger.close()
      await queue.close()
      mail?.close()
      await shared.close()
      await db.close()
    },
  }
}

function adapters(config: Config, log: Log, shared: SharedState): Omit<Ports, 'mail'> {
  return {
    identity: createOidcIdentity({
      issuerUrl: config.OIDC_ISSUER_URL,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      redirectUrl: new URL(callbackPath, config.PUBLIC_URL).href,
      signedOutUrl: new URL('/', config.PUBLIC_URL).href,
      requiredAcr: config.OIDC_REQUIRED_ACR,
    }),
    ...amazon(config, log, shared),
    sms: twilioSms(config),
    channels: {
      ...createWebsites({ version, allowsLoopback: isLoopback(config.PUBLIC_URL), clock: systemClock }),
      ...createShops({
        shopify: { shopifyUrl: config.SHOPIFY_URL, version, fetch },
        woocommerce: { version, allowsLoopback: isLoopback(config.PUBLIC_URL), clock: systemClock },
      }),
      meta_shops: createMetaShops({
        graphUrl: config.META_GRAPH_URL,
        appSecret: config.META_APP_SECRET,
        version,
        fetch,
      }),
    },
  }
}

function smtpMail(config: Config) {
  const { SMTP_URL: url, MAIL_FROM: from } = config
  return url && from ? createSmtpMail({ url, from, requiresStartTls: requiresStartTls(config) }) : null
}

function twilioSms(config: Config): Ports['sms'] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config
  if (!accountSid || !authToken || !from) return null
  return createTwilioSms({ apiUrl: config.TWILIO_API_URL, accountSid, authToken, from, version, fetch })
}

function amazon(
  config: Config,
  log: Log,
  { rateLimiter, cache }: SharedState,
): Pick<Ports, 'marketplace' | 'listings' | 'fulfillment'> {
  const { AMAZON_LWA_CLIENT_ID: clientId, AMAZON_LWA_CLIENT_SECRET: clientSecret, AMAZON_APP_ID: appId } = config
  if (!clientId || !clientSecret || !appId) return { marketplace: null, listings: null, fulfillment: null }
  const settings: AmazonSettings = {
    clientId,
    clientSecret,
    appId,
    redirectUrl: new URL(amazonCallbackPath, config.PUBLIC_URL).href,
    spApiUrl: config.AMAZON_SP_API_URL,
    lwaUrl: config.AMAZON_LWA_URL,
    sellerCentralUrl: config.AMAZON_SELLER_CENTRAL_URL,
    version,
    fetch,
    timing: systemTiming,
    rateLimiter,
    sharedCache: cache,
    chance: Math.random,
    log,
    countUnknown: ({ operation, status }) => unknownRefusals.inc({ operation, status }),
  }
  const client = createAmazonClient(settings)
  return {
    marketplace: createAmazonMarketplace(settings, client),
    listings: createAmazonListings(settings, client),
    fulfillment: createAmazonFulfillment(settings, client),
  }
}
