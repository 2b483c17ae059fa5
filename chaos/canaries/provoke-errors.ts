import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withClient } from '#server/testing/postgres.ts'
import type { Size } from '../scenario-result.ts'
import { call } from './people.ts'
import type { Company } from './company.ts'
import { sendByApi, sendByWebhook, orderOf, makeBuyer } from './orders.ts'
import type { CanarySystem } from './system.ts'

/** Provokes errors in requests that carry canaries. Returns the responses, which are searched too. */
export async function provokeErrors(system: CanarySystem, company: Company): Promise<Buffer[]> {
  const answers: Buffer[] = []
  const record = async (request: Promise<{ bytes: Buffer }>) => void answers.push((await request).bytes)
  await sendRefusedUrls(system, company, record)
  await sendRefusedBodies(system, company, record)
  await sendRefusedSignIns(system, company, record)
  await sendWhatVendorsRefuse(system, company)
  await violateConstraint(system, company, record)
  return answers
}

/** Crashes the database and processes, then starts processes with invalid settings. */
export async function crashAndMisconfigure(system: CanarySystem, company: Company, size: Size): Promise<void> {
  await crashDatabase(system, company, size)
  await startMisconfigured(system)
}

type RecordResponse = (request: Promise<{ bytes: Buffer }>) => Promise<void>

/** Canaries in paths and queries of existing and unknown routes, signed in and anonymous. */
async function sendRefusedUrls(system: CanarySystem, { ops, shops }: Company, record: RecordResponse): Promise<void> {
  const { registry, values } = system
  const inPath = encodeURIComponent(registry.personal('e-mail in a path', values.email()))
  const name = encodeURIComponent(registry.personal('name in a path', values.name()))
  for (const path of [
    `/api/orders/${inPath}`,
    `/api/orders/${name}/notes`,
    `/api/customers/${inPath}`,
    `/api/channels/${shops.standard.id}/deliveries/${inPath}`,
    `/api/feed/${inPath}.json`,
    `/api/v1/orders/${inPath}`,
    `/api/webhooks/${inPath}`,
    `/orders/${inPath}`,
    `/assets/${name}.js`,
    `/${inPath}`,
    `/unsubscribe/${inPath}`,
    `/api/orders?search=${inPath}&limit=${name}`,
    `/api/orders?cursor=${inPath}`,
    `/api/${inPath}?${name}=${inPath}`,
    `/api/login?returnTo=${encodeURIComponent(`/orders?search=${inPath}`)}&moved=1`,
  ]) {
    await record(ops.send('GET', path))
    await record(call(system, 'GET', path))
    await record(ops.send('POST', path, { text: 'x' }))
  }
}

async function sendRefusedBodies(system: CanarySystem, company: Company, record: RecordResponse): Promise<void> {
  const { registry, values } = system
  const buyer = makeBuyer(system, 'nobody whose order was taken')
  const order = orderOf('canary-refused', buyer)
  // Refused orders are not stored at all, so that names count as personal here (the nine fields of the buyer).
  for (const canary of registry.canaries.slice(-9)) canary.kind = 'personal'
  await record(sendByApi(system, company, JSON.stringify(order).slice(0, -1)))
  await record(
    sendByApi(system, company, JSON.stringify({ ...order, currency: buyer.email, items: [{ sku: buyer.line1 }] })),
  )
  await record(sendByApi(system, company, JSON.stringify({ ...order, unknown: buyer.phone })))
  await record(sendByWebhook(system, company, JSON.stringify(order), 'a secret that is not the channel’s'))
  const poisoned = registry.personal('buyer of an unreadable delivery', values.name())
  const text = registry.personal('text of an unreadable delivery', values.email())
  await record(
    sendByWebhook(system, company, `{"type":"order.created","data":{"customer":"${poisoned}","x":"${text}"}}`),
  )
  await record(sendByWebhook(system, company, `{"type":"order.created","data":"${poisoned} ${text}`))
  await record(
    sendByWebhook(system, company, { ...order, externalOrderId: 'canary-nul', notes: `${poisoned}\0${text}` }),
  )
  await record(sendByWebhook(system, company, { ...order, externalOrderId: 'x'.repeat(5_000), currency: text }))
}

/** Callbacks of the sign-in provider and of Amazon that quote personal data or have a made-up state. */
async function sendRefusedSignIns(system: CanarySystem, { ops }: Company, record: RecordResponse): Promise<void> {
  const { registry, values, url } = system
  const startedAt = await fetch(`${url}/api/login?moved=1`, { redirect: 'manual' })
  const state = new URL(startedAt.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const cookie = startedAt.headers.getSetCookie().map((line) => line.split(';')[0])
  const iss = system.env.OIDC_ISSUER_URL
  const back = (fields: Record<string, string>) =>
    call(system, 'GET', `/api/callback?${new URLSearchParams({ iss, ...fields })}`, {
      headers: { cookie: cookie.join('; ') },
    })
  const quoted = registry.personal('e-mail that the sign-in provider quotes', values.email())
  await record(back({ error: 'access_denied', error_description: `${quoted} is in no group`, state }))
  await record(back({ code: registry.secret('made-up sign-in code', values.secret()), state }))
  const consent = new URLSearchParams({
    state: registry.secret('made-up state', values.secret()),
    spapi_oauth_code: registry.secret('made-up code', values.secret()),
    selling_partner_id: 'A1',
    error_description: registry.personal('e-mail that Amazon quotes', values.email()),
  })
  await record(ops.send('GET', `/api/amazon/auth/callback?${consent}`))
  const wrong = registry.secret('wrong session cookie', values.secret())
  await record(call(system, 'GET', '/api/orders', { headers: { cookie: `lockstep_session=${wrong}` } }))
  const key = registry.secret('wrong key', `ls_live_${values.secret()}`)
  await record(call(system, 'GET', '/api/v1/orders', { headers: { authorization: `Bearer ${key}` } }))
}

/** Amazon quotes a phone of more than twenty characters in its refusal; the mail server quotes unknown recipients. */
async function sendWhatVendorsRefuse(system: CanarySystem, company: Company): Promise<void> {
  const { registry, values, smtp, sms, amazon } = system
  const buyer = makeBuyer(system, 'the buyer whom Amazon refuses')
  const phone = registry.personal('phone that Amazon quotes', `206 555 0134 ask for ${values.word(14)}`)
  for (const kind of ['refuse-recipient', 'greylist', 'refuse-message'] as const) smtp.faults.add({ kind, next: 2 })
  for (const kind of ['refuse-number', 'error-500', 'wrong-shape'] as const) sms.faults.add({ kind })
  amazon.faults.add({ kind: 'html-502', next: 2 })
  await sendByApi(system, company, JSON.stringify(orderOf('canary-3', { ...buyer, phone })))
  await sendByApi(system, company, JSON.stringify(orderOf('canary-4', makeBuyer(system, 'one more buyer'))))
  await company.ops.send('POST', `/api/channels/${company.metaId}/test`)
  await company.ops.send('POST', '/api/settings/mail/test')
}

/** A constraint violation, in which PostgreSQL quotes the row. */
async function violateConstraint(system: CanarySystem, company: Company, record: RecordResponse): Promise<void> {
  const buyers = [makeBuyer(system, 'a buyer refused by the database'), makeBuyer(system, 'another refused so')]
  const [first, second] = buyers as [(typeof buyers)[0], (typeof buyers)[0]]
  const refused = buyers.map(({ firstName }) => pg.escapeLiteral(firstName)).join(', ')
  await withClient(system.postgres.adminUrl, async (client) => {
    await client.query(`alter table customers add constraint chaos_refused check (first_name not in (${refused}))`)
    await record(sendByApi(system, company, JSON.stringify(orderOf('canary-5', first))))
    await record(sendByWebhook(system, company, orderOf('canary-6', second)))
    await company.ops.send('GET', '/api/orders')
    await waitUntilLogged(system, 'order of a delivery could not be stored')
    await client.query('alter table customers drop constraint chaos_refused')
  })
}

/** The worker that processes the delivery logs its failure. */
async function waitUntilLogged({ logs }: CanarySystem, message: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!Buffer.concat(logs.product).includes(message)) {
    if (Date.now() > deadline) throw new Error(`Nobody logged: ${message}`)
    await sleep(50)
  }
}

/** Crashes PostgreSQL and kills a process while orders come in and a user searches. */
async function crashDatabase(system: CanarySystem, company: Company, size: Size): Promise<void> {
  const term = encodeURIComponent(system.registry.personal('what is searched for in a crash', system.values.email()))
  const buyer = makeBuyer(system, 'a buyer in a crash')
  const all = Array.from({ length: size === 'long' ? 20 : 5 }, (_, index) => [
    sendByApi(system, company, JSON.stringify(orderOf(`canary-crash-${index}`, buyer))),
    company.ops.send('GET', `/api/orders?search=${term}`),
    sendByWebhook(system, company, orderOf(`canary-crash-${index}`, buyer)),
  ]).flat()
  await sleep(30)
  const crashed = system.postgres.crash(300)
  await Promise.allSettled([...all, company.ops.send('GET', `/api/orders?search=${term}`)])
  await crashed
  // Kills the web process, and in the long run the worker too: its lease has to expire.
  for (const roll of size === 'long' ? [0, 0.99] : [0]) await system.processes.kill(() => roll)
  await system.processes.untilReady()
}

/** Processes with malformed secrets in their settings: the error message must not quote them. */
async function startMisconfigured(system: CanarySystem): Promise<void> {
  const { registry, values, env } = system
  const secret = (of: string) => registry.secret(`malformed ${of}`, values.secret())
  const elsewhere = (of: string) => `postgres://lockstep:${secret(of)}@127.0.0.1:${system.postgres.port}/lockstep`
  const wrong: Record<string, string>[] = [
    // All that is malformed is reported at once.
    {
      ENCRYPTION_KEY: secret('ENCRYPTION_KEY'),
      SMTP_URL: `smtp//user:${secret('SMTP_URL')}@host`,
      REDIS_URL: `redi://user:${secret('REDIS_URL of another kind')}@127.0.0.1:1`,
      PUBLIC_URL: `ftp://${secret('PUBLIC_URL')}@host`,
      BACKUP_DIR: 'backups',
      BACKUP_KEY: secret('BACKUP_KEY'),
    },
    { ENCRYPTION_KEY: env.ENCRYPTION_KEY.slice(4), SESSION_SECRET: secret('SESSION_SECRET').slice(0, 24) },
    { DATABASE_URL: elsewhere('DATABASE_URL') },
    { DATABASE_URL: `${elsewhere('DATABASE_URL with a path')}/x y`, METRICS_TOKEN: 'short' },
    { REDIS_URL: `redis://user:${secret('REDIS_URL')}@127.0.0.1:1` },
    { BACKUP_DIR: 'backups', BACKUP_KEY: env.ENCRYPTION_KEY },
    { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') },
  ]
  await Promise.all(wrong.map((change) => runAndCapture(system, ['job', 'privacy.purge'], { ...env, ...change })))
}

async function runAndCapture(
  { processes, onOutput }: Pick<CanarySystem, 'processes' | 'onOutput'>,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const child = spawn(process.execPath, [processes.program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await once(child, 'close')
  clearTimeout(tooLong)
}
