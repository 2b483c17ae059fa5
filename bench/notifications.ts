import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { startSms, type RunningSms } from '#emulators/sms/start-sms.ts'
import { startSmtp, type RunningSmtp } from '#emulators/smtp/start-smtp.ts'
import { bundle } from '#local/build/bundle.ts'
import { buildNotification } from '#server/features/notifications/notification-row.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { companyContext, noOrigin, type CompanyContext } from '#server/platform/context.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { testEnvironment } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { openOwnPostgres } from '#server/testing/postgres.ts'
import { randomFrom } from '#server/testing/random.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { timed } from './harness/measure.ts'
import { figure, type Figure } from './harness/report.ts'

const messages = 2_000
const maxRounds = 400
/** Messages that a process sends concurrently: at most so many mails have an unknown outcome when it is killed. */
const maxInFlight = 4
/** Messages that arrive before a process is killed, at most. */
const maxBeforeKill = 120
const maxLifetimeMs = 20_000
const account = { sid: `AC${'0'.repeat(32)}`, authToken: 'bench', number: '+13605550000' }
const crashPoints = ['notifications.send.marked', 'notifications.send.handed-over', '', '', '', '']

/** 2,000 texts and mails by real processes that are killed at random or at crash points; the emulators count what arrives. */
export async function benchNotifications(): Promise<Figure[]> {
  const postgres = await openOwnPostgres()
  const [smtp, sms] = [await startSmtp({ keep: 2 * messages }), await startSms({ account, keep: 2 * messages })]
  const env = {
    ...testEnvironment(postgres.url),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Lockstep <mail@lockstep.test>',
    TWILIO_API_URL: sms.url,
    TWILIO_ACCOUNT_SID: account.sid,
    TWILIO_AUTH_TOKEN: account.authToken,
    TWILIO_FROM: account.number,
  }
  const deps = await openDeps(readConfig(env), 'job')
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-notifications-'))
  try {
    const { id: companyId } = await buildCompany(deps.db)
    await changeSettings(deps.db, companyId, { quietHoursStart: '08:00', quietHoursEnd: '08:00' })
    const ctx = companyContext(deps, { actor: { type: 'system', name: 'Bench' }, origin: noOrigin }, companyId)
    await writeMessages(ctx)
    const program = join(folder, 'server.mjs')
    await bundle('server/main.ts', program)
    const seed = Date.now() % 1_000_000
    const arrived = () => sms.state.texts.length + smtp.state.mails.length
    const killOptions = { ctx, program, env, arrived, random: randomFrom(seed) }
    let kills = 0
    const took = await timed(async () => void (kills = await sendWhileKilling(killOptions)))
    const { wrong, uncertain } = await findWrong(ctx, smtp, sms)
    for (const one of wrong.slice(0, 20)) console.log(`  ${one}`)
    const note = `${kills} processes killed, ${(took / 1000).toFixed(0)} s, seed ${seed}`
    return [
      figure({
        what: `at most once, faults in ${messages} messages`,
        ours: wrong.length,
        unit: 'faults',
        atMost: 0,
        note,
      }),
      figure({ what: 'mails with unknown outcome', ours: uncertain, unit: 'mails', atMost: maxInFlight * kills, note }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await deps.close()
    await Promise.all([smtp.stop(), sms.stop()])
    await postgres.close()
  }
}

async function writeMessages(ctx: CompanyContext): Promise<void> {
  const rows = Array.from({ length: messages }, (_, index) => {
    const method = index % 2 === 0 ? ('sms' as const) : ('email' as const)
    const number = String(index).padStart(4, '0')
    const text = method === 'sms' ? `+1206555${number}` : `customer-${number}@example.com`
    const words = { subject: method === 'sms' ? null : `Order ${number}`, body: `Your order ${number} is on its way.` }
    const recipient = { text, obstacle: null }
    const about = { type: 'order_shipped', audience: 'customer', eventKey: `bench:${number}`, facts: null } as const
    return buildNotification(ctx, { ...about, method, recipient, words })
  })
  await ctx.transaction((tx) => insertRows(tx, notifications, rows))
}

type KillOptions = {
  ctx: CompanyContext
  program: string
  env: Record<string, string>
  arrived: () => number
  random: () => number
}

/** Two processes at a time, each killed after some messages. Returns how many did not end by themselves. */
async function sendWhileKilling({ ctx, program, env, arrived, random }: KillOptions): Promise<number> {
  let kills = 0
  const runOne = async () => {
    const crashAt = crashPoints[Math.floor(random() * crashPoints.length)] ?? ''
    const args = ['job', 'notifications.send', JSON.stringify({ companyId: ctx.companyId })]
    const child = fork(program, args, {
      env: { ...env, CRASH_AT: crashAt },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const last = arrived() + random() * maxBeforeKill
    if (!(await endsBefore(child, () => arrived() > last))) kills += 1
  }
  for (let round = 0; round < maxRounds && (await countWaiting(ctx)) > 0; round += 1) {
    await Promise.all([runOne(), runOne()])
    await expireLeases(ctx)
  }
  return kills
}

/** Kills the process when it is time. Returns whether it ended by itself. */
async function endsBefore(child: ChildProcess, isTime: () => boolean): Promise<boolean> {
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const startedAt = Date.now()
  while (!isOver() && !isTime() && Date.now() - startedAt < maxLifetimeMs) await sleep(1)
  if (!isOver()) child.kill('SIGKILL')
  const [, signal] = await ended
  return signal === null
}

async function countWaiting(ctx: CompanyContext): Promise<number> {
  const { rows } = await ctx.transaction((tx) =>
    tx.execute<{ count: number }>(sql`select count(*)::int as count from notifications where status = 'pending'`),
  )
  return rows[0]?.count ?? 0
}

/** Moves the attempts so far back that their leases have expired. */
const expireLeases = (ctx: CompanyContext) =>
  ctx.transaction((tx) =>
    tx.execute(sql`
      update notifications set due_at = now(), attempted_at = attempted_at - interval '6 minutes'
      where company_id = ${ctx.companyId} and status = 'pending'`),
  )

async function findWrong(ctx: CompanyContext, smtp: RunningSmtp, sms: RunningSms) {
  const rows = await ctx.transaction((tx) => tx.select().from(notifications))
  const texts = countBy(sms.state.texts.map(({ body }) => numberIn(body)))
  const mails = countBy(smtp.state.mails.map(({ subject }) => numberIn(subject)))
  const wrong = rows.flatMap(({ eventKey, method, status }) => {
    const number = eventKey.replace('bench:', '')
    const arrived = (method === 'sms' ? texts : mails).get(number) ?? 0
    const isRight = status === 'sent' ? arrived === 1 : method === 'email' && status === 'failed' && arrived <= 1
    return isRight ? [] : [`${method} ${number} is ${status} and arrived ${arrived} times`]
  })
  return { wrong, uncertain: rows.filter(({ status }) => status === 'failed').length }
}

const numberIn = (text: string): string => /order (\d{4})/i.exec(text)?.[1] ?? ''

const countBy = (keys: readonly string[]): Map<string, number> =>
  keys.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>())
