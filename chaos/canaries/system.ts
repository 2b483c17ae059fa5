import { join } from 'node:path'
import { startAmazon } from '#emulators/amazon/start-amazon.ts'
import { startMeta } from '#emulators/meta/start-meta.ts'
import { startOidc } from '#emulators/oidc/start-oidc.ts'
import { startSms } from '#emulators/sms/start-sms.ts'
import { startSmtp } from '#emulators/smtp/start-smtp.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import { appRoleUrl } from '#server/platform/db/roles.ts'
import { publicUrl } from '#server/testing/app.ts'
import { openOwnPostgres } from '#server/testing/postgres.ts'
import { startProcesses } from '#server/testing/product-processes.ts'
import { randomFrom } from '#server/testing/random.ts'
import { createCanaryRegistry, createCanaryValues, type CanaryRegistry, type CanaryValues } from './canaries.ts'

export type CanarySystem = Awaited<ReturnType<typeof startCanarySystem>>

/** PostgreSQL's defaults, which the tests otherwise turn off: full pages and replica records in the write-ahead log. */
const defaultSettings = { full_page_writes: 'on', wal_level: 'replica' }

/** The product in real processes with emulators of all vendors; every secret in its settings is a canary. */
export async function startCanarySystem(seed: number) {
  const registry = createCanaryRegistry()
  const values = createCanaryValues(randomFrom(seed))
  const logs = { postgres: [] as string[], product: [] as Buffer[] }
  const folder = makeScratchFolder('canaries')
  const postgres = await openOwnPostgres(defaultSettings, folder, (line) => void logs.postgres.push(line))
  const emulators = await startVendorEmulators(registry, values)
  const env = environmentOf(postgres.url, registry, values, emulators.env)
  const onOutput = (chunk: Buffer) => void logs.product.push(chunk)
  const processes = await startProcesses(env, { web: 1, workers: 1, onOutput })
  const [url = ''] = processes.urls
  return {
    seed,
    registry,
    values,
    logs,
    postgres,
    dataFolder: join(folder, 'cluster', 'data'),
    ...emulators,
    env,
    onOutput,
    processes,
    url,
    async close(): Promise<void> {
      await processes.stop()
      await emulators.stop()
      await postgres.close()
    },
  }
}

async function startVendorEmulators({ secret }: CanaryRegistry, values: CanaryValues) {
  const client = { id: 'lockstep', secret: secret('OIDC client secret', values.secret()), home: `${publicUrl}/` }
  const application = {
    id: 'amzn1.application-oa2-client.canaries',
    secret: secret('LWA client secret', values.secret()),
    appId: 'amzn1.sp.solution.canaries',
  }
  const appSecret = secret('Meta app secret', values.secret())
  const login = { user: 'lockstep', password: secret('SMTP password', values.secret()) }
  const account = {
    sid: `AC${'0'.repeat(32)}`,
    authToken: secret('Twilio token', values.secret()),
    number: '+13605550000',
  }
  const oidc = await startOidc({ client })
  const amazon = await startAmazon({ client: application, limits: 'off' })
  const meta = await startMeta({ appSecret, limits: 'off' })
  const smtp = await startSmtp({ login })
  const sms = await startSms({ account })
  return {
    amazon,
    meta,
    smtp,
    sms,
    env: {
      OIDC_ISSUER_URL: oidc.url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      AMAZON_LWA_CLIENT_ID: application.id,
      AMAZON_LWA_CLIENT_SECRET: application.secret,
      AMAZON_APP_ID: application.appId,
      AMAZON_LWA_URL: amazon.url,
      AMAZON_SP_API_URL: amazon.url,
      AMAZON_SELLER_CENTRAL_URL: amazon.url,
      META_GRAPH_URL: meta.url,
      META_APP_SECRET: appSecret,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Lockstep <mail@lockstep.test>',
      TWILIO_API_URL: sms.url,
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_FROM: account.number,
    },
    stop: () => Promise.all([oidc.stop(), amazon.stop(), meta.stop(), smtp.stop(), sms.stop()]),
  }
}

/** The first admin, of the provider's staff. */
export const adminEmail = 'first.admin@lockstep.test'

function environmentOf<Env extends Record<string, string>>(
  url: string,
  { secret }: CanaryRegistry,
  values: CanaryValues,
  emulatorEnv: Env,
) {
  secret('password of the database', new URL(url).password)
  secret('password of the server’s role', decodeURIComponent(new URL(appRoleUrl(url)).password))
  const key = secret('bytes of ENCRYPTION_KEY', values.word(32))
  return {
    ...emulatorEnv,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: url,
    SESSION_SECRET: secret('SESSION_SECRET', `${values.secret()}-${values.secret()}`),
    ENCRYPTION_KEY: secret('ENCRYPTION_KEY', Buffer.from(key).toString('base64')),
    METRICS_TOKEN: secret('METRICS_TOKEN', values.secret()),
    BOOTSTRAP_ADMIN_EMAIL: adminEmail,
    TRUST_PROXY: 'loopback',
    // Everything is logged that can be logged.
    LOG_LEVEL: 'trace',
  }
}
