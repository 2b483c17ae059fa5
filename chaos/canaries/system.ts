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
import { openNest, wordsFrom, type Nest, type Words } from './canaries.ts'

export type CanarySystem = Awaited<ReturnType<typeof startCanarySystem>>

/** As PostgreSQL comes: whole pages land in its log, and so does what a standby would need. */
const asItComes = { full_page_writes: 'on', wal_level: 'replica' }

/** The product in real processes, with secrets that are looked for afterwards and everybody outside as stand-ins. */
export async function startCanarySystem(seed: number) {
  const nest = openNest()
  const words = wordsFrom(randomFrom(seed))
  const logs = { postgres: [] as string[], product: [] as Buffer[] }
  const folder = makeScratchFolder('canaries')
  const postgres = await openOwnPostgres(asItComes, folder, (line) => void logs.postgres.push(line))
  const outside = await startOutside(nest, words)
  const env = environmentOf(postgres.url, nest, words, outside.env)
  const onOutput = (chunk: Buffer) => void logs.product.push(chunk)
  const processes = await startProcesses(env, { web: 1, workers: 1, onOutput })
  const [url = ''] = processes.urls
  return {
    seed,
    nest,
    words,
    logs,
    postgres,
    dataFolder: join(folder, 'cluster', 'data'),
    ...outside,
    env,
    onOutput,
    processes,
    url,
    async close(): Promise<void> {
      await processes.stop()
      await outside.stop()
      await postgres.close()
    },
  }
}

async function startOutside({ secret }: Nest, words: Words) {
  const client = { id: 'lockstep', secret: secret('OIDC client secret', words.secret()), home: `${publicUrl}/` }
  const application = {
    id: 'amzn1.application-oa2-client.canaries',
    secret: secret('LWA client secret', words.secret()),
    appId: 'amzn1.sp.solution.canaries',
  }
  const appSecret = secret('Meta app secret', words.secret())
  const login = { user: 'lockstep', password: secret('SMTP password', words.secret()) }
  const account = {
    sid: `AC${'0'.repeat(32)}`,
    authToken: secret('Twilio token', words.secret()),
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

/** The first admin's address; the provider's own staff, not a customer. */
export const adminEmail = 'first.admin@lockstep.test'

function environmentOf<Outside extends Record<string, string>>(
  url: string,
  { secret }: Nest,
  words: Words,
  outside: Outside,
) {
  secret('password of the database', new URL(url).password)
  secret('password of the server’s role', decodeURIComponent(new URL(appRoleUrl(url)).password))
  const key = secret('bytes of ENCRYPTION_KEY', words.word(32))
  return {
    ...outside,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: url,
    SESSION_SECRET: secret('SESSION_SECRET', `${words.secret()}-${words.secret()}`),
    ENCRYPTION_KEY: secret('ENCRYPTION_KEY', Buffer.from(key).toString('base64')),
    METRICS_TOKEN: secret('METRICS_TOKEN', words.secret()),
    BOOTSTRAP_ADMIN_EMAIL: adminEmail,
    TRUST_PROXY: 'loopback',
    // All that can be said at all is said.
    LOG_LEVEL: 'trace',
  }
}
