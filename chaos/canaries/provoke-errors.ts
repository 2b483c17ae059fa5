import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withClient } from '#server/testing/postgres.ts'
import type { Size } from '../scenario-result.ts'
import { call } from './people.ts'
import type { Company } from './company.ts'
import { byKey, byWebhook, orderOf, planBuyer } from './orders.ts'
import type { CanarySystem } from './system.ts'

/** Everything that goes wrong while somebody's data are on the way. What is answered is looked at too. */
export async function provoke(world: CanarySystem, company: Company): Promise<Buffer[]> {
  const answers: Buffer[] = []
  const note = async (asked: Promise<{ bytes: Buffer }>) => void answers.push((await asked).bytes)
  await refuseAddresses(world, company, note)
  await refuseBodies(world, company, note)
  await refuseSignIns(world, company, note)
  await tellWhatAmazonRefuses(world, company)
  await offendTheDatabase(world, company, note)
  return answers
}

/** In the end the database goes down, processes are killed, and others can't begin. */
export async function breakDown(world: CanarySystem, company: Company, size: Size): Promise<void> {
  await crashTheDatabase(world, company, size)
  await startWrongly(world)
}

type NoteAnswer = (asked: Promise<{ bytes: Buffer }>) => Promise<void>

/** In paths and queries, of routes that are there and of others, signed in and not. */
async function refuseAddresses(world: CanarySystem, { ops, shops }: Company, note: NoteAnswer): Promise<void> {
  const { nest, words } = world
  const inPath = encodeURIComponent(nest.personal('e-mail in a path', words.email()))
  const name = encodeURIComponent(nest.personal('name in a path', words.name()))
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
    await note(ops.send('GET', path))
    await note(call(world, 'GET', path))
    await note(ops.send('POST', path, { text: 'x' }))
  }
}

async function refuseBodies(world: CanarySystem, company: Company, note: NoteAnswer): Promise<void> {
  const { nest, words } = world
  const buyer = planBuyer(world, 'nobody whose order was taken')
  const order = orderOf('canary-refused', buyer)
  // None of it may be kept at all, so that even names count as much as the rest.
  for (const canary of nest.canaries.slice(-9)) canary.kind = 'personal'
  await note(byKey(world, company, JSON.stringify(order).slice(0, -1)))
  await note(byKey(world, company, JSON.stringify({ ...order, currency: buyer.email, items: [{ sku: buyer.line1 }] })))
  await note(byKey(world, company, JSON.stringify({ ...order, unknown: buyer.phone })))
  await note(byWebhook(world, company, JSON.stringify(order), 'a secret that is not the channel’s'))
  const poisoned = nest.personal('buyer of an unreadable delivery', words.name())
  const text = nest.personal('text of an unreadable delivery', words.email())
  await note(byWebhook(world, company, `{"type":"order.created","data":{"customer":"${poisoned}","x":"${text}"}}`))
  await note(byWebhook(world, company, `{"type":"order.created","data":"${poisoned} ${text}`))
  await note(byWebhook(world, company, { ...order, externalOrderId: 'canary-nul', notes: `${poisoned}\0${text}` }))
  await note(byWebhook(world, company, { ...order, externalOrderId: 'x'.repeat(5_000), currency: text }))
}

/** Answers of the sign-in provider and of Amazon that quote somebody, or bring what was never asked for. */
async function refuseSignIns(world: CanarySystem, { ops }: Company, note: NoteAnswer): Promise<void> {
  const { nest, words, url } = world
  const begun = await fetch(`${url}/api/login?moved=1`, { redirect: 'manual' })
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0])
  const iss = world.env.OIDC_ISSUER_URL
  const back = (fields: Record<string, string>) =>
    call(world, 'GET', `/api/callback?${new URLSearchParams({ iss, ...fields })}`, {
      headers: { cookie: cookie.join('; ') },
    })
  const quoted = nest.personal('e-mail that the sign-in provider quotes', words.email())
  await note(back({ error: 'access_denied', error_description: `${quoted} is in no group`, state }))
  await note(back({ code: nest.secret('made-up sign-in code', words.secret()), state }))
  const consent = new URLSearchParams({
    state: nest.secret('made-up state', words.secret()),
    spapi_oauth_code: nest.secret('made-up code', words.secret()),
    selling_partner_id: 'A1',
    error_description: nest.personal('e-mail that Amazon quotes', words.email()),
  })
  await note(ops.send('GET', `/api/amazon/auth/callback?${consent}`))
  const wrong = nest.secret('wrong session cookie', words.secret())
  await note(call(world, 'GET', '/api/orders', { headers: { cookie: `lockstep_session=${wrong}` } }))
  const key = nest.secret('wrong key', `ls_live_${words.secret()}`)
  await note(call(world, 'GET', '/api/v1/orders', { headers: { authorization: `Bearer ${key}` } }))
}

/** Amazon takes phones of up to twenty characters, and quotes a longer one. The mail server quotes whom it does not know. */
async function tellWhatAmazonRefuses(world: CanarySystem, company: Company): Promise<void> {
  const { nest, words, smtp, sms, amazon } = world
  const buyer = planBuyer(world, 'the buyer whom Amazon refuses')
  const phone = nest.personal('phone that Amazon quotes', `206 555 0134 ask for ${words.word(14)}`)
  for (const kind of ['refuse-recipient', 'greylist', 'refuse-message'] as const) smtp.faults.add({ kind, next: 2 })
  for (const kind of ['refuse-number', 'error-500', 'wrong-shape'] as const) sms.faults.add({ kind })
  amazon.faults.add({ kind: 'html-502', next: 2 })
  await byKey(world, company, JSON.stringify(orderOf('canary-3', { ...buyer, phone })))
  await byKey(world, company, JSON.stringify(orderOf('canary-4', planBuyer(world, 'one more buyer'))))
  await company.ops.send('POST', `/api/channels/${company.metaId}/test`)
  await company.ops.send('POST', '/api/settings/mail/test')
}

/** PostgreSQL refuses a row and says which, and a value and says what. */
async function offendTheDatabase(world: CanarySystem, company: Company, note: NoteAnswer): Promise<void> {
  const buyers = [planBuyer(world, 'a buyer refused by the database'), planBuyer(world, 'another refused so')]
  const [first, second] = buyers as [(typeof buyers)[0], (typeof buyers)[0]]
  const refused = buyers.map(({ firstName }) => pg.escapeLiteral(firstName)).join(', ')
  await withClient(world.postgres.url, async (client) => {
    await client.query(`alter table customers add constraint chaos_refused check (first_name not in (${refused}))`)
    await note(byKey(world, company, JSON.stringify(orderOf('canary-5', first))))
    await note(byWebhook(world, company, orderOf('canary-6', second)))
    await company.ops.send('GET', '/api/orders')
    await untilSaid(world, 'order of a delivery could not be stored')
    await client.query('alter table customers drop constraint chaos_refused')
  })
}

/** The delivery is tried by a worker. */
async function untilSaid({ logs }: CanarySystem, words: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!Buffer.concat(logs.product).includes(words)) {
    if (Date.now() > deadline) throw new Error(`Nobody said that ${words}`)
    await sleep(50)
  }
}

/** While orders come in and somebody searches, PostgreSQL goes down and a process is killed. */
async function crashTheDatabase(world: CanarySystem, company: Company, size: Size): Promise<void> {
  const term = encodeURIComponent(world.nest.personal('what is searched for in a crash', world.words.email()))
  const buyer = planBuyer(world, 'a buyer in a crash')
  const all = Array.from({ length: 20 }, (_, index) => [
    byKey(world, company, JSON.stringify(orderOf(`canary-crash-${index}`, buyer))),
    company.ops.send('GET', `/api/orders?search=${term}`),
    byWebhook(world, company, orderOf(`canary-crash-${index}`, buyer)),
  ]).flat()
  await sleep(30)
  const crashed = world.postgres.crash(300)
  await Promise.allSettled([...all, company.ops.send('GET', `/api/orders?search=${term}`)])
  await crashed
  // The web process, and the worker where there is time for another to take up what it held.
  for (const roll of size === 'long' ? [0, 0.99] : [0]) await world.processes.kill(() => roll)
  await world.processes.untilReady()
}

/** Processes that can't begin say why, of settings that hold secrets. */
async function startWrongly(world: CanarySystem): Promise<void> {
  const { nest, words, env } = world
  const secret = (of: string) => nest.secret(`malformed ${of}`, words.secret())
  const elsewhere = (of: string) => `postgres://lockstep:${secret(of)}@127.0.0.1:${world.postgres.port}/lockstep`
  const wrong: Record<string, string>[] = [
    { ENCRYPTION_KEY: secret('ENCRYPTION_KEY') },
    { ENCRYPTION_KEY: env.ENCRYPTION_KEY.slice(4), SESSION_SECRET: secret('SESSION_SECRET').slice(0, 24) },
    { SMTP_URL: `smtp//user:${secret('SMTP_URL')}@host` },
    { DATABASE_URL: elsewhere('DATABASE_URL') },
    { DATABASE_URL: `${elsewhere('DATABASE_URL with a path')}/x y`, METRICS_TOKEN: 'short' },
    { REDIS_URL: `redis://user:${secret('REDIS_URL')}@127.0.0.1:1` },
    { REDIS_URL: `redi://user:${secret('REDIS_URL of another kind')}@127.0.0.1:1` },
    { BACKUP_DIR: 'backups', BACKUP_KEY: secret('BACKUP_KEY') },
    { BACKUP_DIR: 'backups', BACKUP_KEY: env.ENCRYPTION_KEY },
    { PUBLIC_URL: `ftp://${secret('PUBLIC_URL')}@host` },
    { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') },
  ]
  await Promise.all(wrong.map((change) => runAndListen(world, ['job', 'privacy.purge'], { ...env, ...change })))
}

async function runAndListen(
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
