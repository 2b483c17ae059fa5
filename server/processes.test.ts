import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '#local/free-port.ts'
import { runJobCommand } from '#server/commands/run-job.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/context.ts'
import { appRole } from '#server/platform/db/roles.ts'
import { users } from '#server/platform/db/schema/companies.ts'
import { createTestDeps, openSession, publicUrl, testEnvironment } from '#server/testing/app.ts'
import { buildUser } from '#server/testing/builders.ts'
import { createTestDatabase } from '#server/testing/database.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let deps: Deps
const children: ChildProcess[] = []

beforeAll(async () => {
  test = await createTestDeps({ clock: systemClock })
  deps = test.deps
})
afterAll(async () => {
  const running = children.filter(isRunning)
  await Promise.all(running.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))))
  await test.close()
})

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Settings of a public address, as far as they differ. */
const inPublic = {
  PUBLIC_URL: 'https://shop.example.com',
  TRUST_PROXY: 'loopback',
  OIDC_ISSUER_URL: 'https://login.example.com',
}

/** Coverage and runner settings of the test process must not leak into real processes. */
const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  ...testEnvironment(test.database.url),
  WEB_PROCESSES: '1',
  ...more,
})

function run(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [inject('program'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let output = ''
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return { child, output: () => output, printed: () => printed, exited }
}

async function startServer(
  more: Record<string, string> = {},
  flags: string[] = [],
  { command = 'serve', host = 'localhost' } = {},
) {
  const port = await findFreePort()
  const server = run([command, ...flags], environment({ PORT: String(port), ...more }))
  const url = `http://${host}:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status, server.output()).toBe(200), {
    timeout: 20_000,
    interval: 100,
  })
  return { ...server, url }
}

const readMetrics = async (url: string) => (await fetch(`${url}/metrics`)).text()

async function signInAdmin(): Promise<Record<string, string>> {
  const admin = await buildUser(deps.db, { role: 'admin' })
  const { headers } = await openSession(deps, admin.id)
  return headers
}

async function listen(url: string, headers: Record<string, string>) {
  const stream = await fetch(`${url}/api/events`, { headers })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let [heard, isOpen] = ['', true]
  const readOn = async () => {
    for (;;) {
      const chunk = await reader?.read().catch(() => undefined)
      if (!chunk || chunk.done) return void (isOpen = false)
      heard += chunk.value
    }
  }
  return { heard: () => heard, isOpen: () => isOpen, ended: readOn() }
}

async function createCompany(url: string, headers: Record<string, string>): Promise<void> {
  const created = await fetch(`${url}/api/admin/companies`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', origin: publicUrl },
    body: JSON.stringify({ name: 'Heard elsewhere', email: 'x@example.com' }),
  })
  expect(created.status).toBe(201)
}

it('a server shuts down on SIGTERM although one client never ends its request and another never reads its events', async () => {
  const { child, url, exited, output } = await startServer()
  const { port } = new URL(url)
  const { headers } = await openSession(deps, (await buildUser(deps.db)).id)
  const [slow, deaf] = [connect(Number(port), 'localhost'), connect(Number(port), 'localhost')]
  slow.write('POST /api/auth/company HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{')
  deaf.pause().write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\ncookie: ${headers.cookie}\r\n\r\n`)
  for (const socket of [slow, deaf]) socket.on('error', () => {})
  await vi.waitFor(async () => {
    expect(await readMetrics(url)).toContain('lockstep_event_streams 1')
  }, 10_000)
  const begun = performance.now()
  child.kill('SIGTERM')
  expect(await exited, output()).toBe(0)
  expect(performance.now() - begun).toBeLessThan(15_000)
  slow.destroy()
  deaf.destroy()
}, 60_000)

type Line = { role?: string; pid?: number; msg?: string; endedPid?: number }

/** What the processes of one `serve` have logged; each writes whole lines. */
function readLog(output: string, wanted: Partial<Line>): Line[] {
  const lines = output.split('\n').flatMap((text) => (text.startsWith('{') ? [JSON.parse(text) as Line] : []))
  return lines.filter((line) => Object.entries(wanted).every(([key, value]) => line[key as keyof Line] === value))
}

const pidsOf = (output: string, wanted: Partial<Line>) => readLog(output, wanted).map(({ pid }) => Number(pid))

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('several web processes of one serve', () => {
  const two = { WEB_PROCESSES: '2', LOG_LEVEL: 'info' }
  const webPids = (output: string) => pidsOf(output, { role: 'web', msg: 'listening' })
  /** On a connection each, since a connection stays with the process that got it. */
  const ask = async (url: string) => (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).status

  it('share the port, publish changes to each other within a second, are replaced when killed and shut down together', async () => {
    const { child, url, output, exited } = await startServer(two)
    const workerPids = () => pidsOf(output(), { role: 'worker', msg: 'working' })
    await vi.waitFor(() => expect([webPids(output()).length, workerPids().length]).toEqual([2, 1]), 20_000)
    const headers = await signInAdmin()
    // By a name that no connection is open to yet: new ones go to each of the two in turn.
    const numbers = url.replace('localhost', '127.0.0.1')
    const streams = [await listen(numbers, headers), await listen(numbers, headers)]
    // Of both together, whichever of them is asked.
    for (const _ of streams) {
      const metrics = await readMetrics(url)
      for (const sum of ['lockstep_event_streams 2', 'lockstep_processes 3']) expect(metrics).toContain(`${sum}\n`)
    }
    await createCompany(url, headers)
    const made = performance.now()
    for (const { heard } of streams) {
      await vi.waitFor(() => expect(heard()).toContain('data: {"topic":"companies"}'), { timeout: 5_000, interval: 5 })
    }
    expect(performance.now() - made).toBeLessThan(1_000)

    const [victim = 0, survivor = 0] = webPids(output())
    process.kill(victim, 'SIGKILL')
    await vi.waitFor(() => expect(readLog(output(), { endedPid: victim })).toHaveLength(1), 5_000)
    await Promise.race(streams.map(({ ended }) => ended))
    expect(streams.filter(({ isOpen }) => isOpen())).toHaveLength(1)
    expect(await Promise.all(Array.from({ length: 6 }, () => ask(url)))).toEqual(Array.from({ length: 6 }, () => 200))
    await vi.waitFor(() => expect(webPids(output())).toHaveLength(3), 20_000)
    const heir = webPids(output())[2] ?? 0
    for (let call = 0; call < 6; call += 1) expect(await ask(url)).toBe(200)
    await vi.waitFor(() =>
      expect(pidsOf(output(), { msg: 'request' })).toEqual(expect.arrayContaining([survivor, heir])),
    )

    child.kill('SIGTERM')
    expect(await exited, output()).toBe(0)
    expect([survivor, heir, ...workerPids()].filter(isAlive)).toEqual([])
    const stopped = new Set(pidsOf(output(), { msg: 'stopped' }))
    expect(stopped).toEqual(new Set([survivor, heir, ...workerPids(), child.pid]))
  }, 60_000)

  it('run no jobs with --web-only, and end with their supervisor however it ends', async () => {
    const { child, output, exited } = await startServer(two, ['--web-only'])
    await vi.waitFor(() => expect(webPids(output())).toHaveLength(2), 20_000)
    expect(pidsOf(output(), { role: 'worker' })).toEqual([])
    child.kill('SIGKILL')
    await exited
    await vi.waitFor(() => expect(webPids(output()).filter(isAlive)).toEqual([]), 5_000)
  }, 60_000)
})

it('a SIGTERM at the moment of readiness shuts the server down cleanly', async () => {
  const port = await findFreePort()
  const { child, exited, output } = run(['serve'], environment({ PORT: String(port) }))
  const isReady = () => fetch(`http://localhost:${port}/readyz`).then(({ ok }) => ok)
  while (isRunning(child) && !(await isReady().catch(() => false))) await setTimeout(1)
  child.kill('SIGTERM')
  expect(await exited, output()).toBe(0)
}, 60_000)

it('the bundle is plain ASCII, so that V8 stores one byte per character', () => {
  // The bundler escapes texts, but neither patterns (/…/) nor the text of sql`…` itself.
  const parts = globSync('server-whole*.mjs', { cwd: dirname(inject('program')) })
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) {
    const text = readFileSync(join(dirname(inject('program')), part), 'utf8')
    const at = text.search(/[^\0-\x7F]/)
    expect(at === -1 ? '' : text.slice(Math.max(0, at - 60), at + 20)).toBe('')
  }
})

describe('npm run serve', () => {
  it.each(['1', '3'])(
    'refuses an empty environment with one list of all missing variables (%s processes)',
    async (processes) => {
      const { exited, output } = run(['serve'], { PATH: process.env['PATH'], WEB_PROCESSES: processes })
      expect(await exited).toBe(1)
      for (const name of [
        'PUBLIC_URL',
        'DATABASE_URL',
        'SESSION_SECRET',
        'ENCRYPTION_KEY',
        'OIDC_ISSUER_URL',
        'OIDC_CLIENT_ID',
        'OIDC_CLIENT_SECRET',
      ]) {
        expect(output().split(`${name} is missing`)).toHaveLength(2)
      }
      expect(output()).not.toContain('    at ')
    },
  )
})

describe('the database role of npm run serve', () => {
  const ofOwner = 'DATABASE_URL names the owner of the database'

  it('migrate prints its URL: without the password, and whole when asked for', async () => {
    const { name, password } = appRole(test.database.url)
    const plain = run(['migrate'], environment())
    expect(await plain.exited, plain.output()).toBe(0)
    await expect.poll(plain.output).toContain('npm run migrate -- --print-url')
    expect(plain.output()).toContain(`DATABASE_URL=postgres://${name}:***@`)
    expect(plain.output()).not.toContain(password)
    const whole = run(['migrate', '--print-url'], environment())
    expect(await whole.exited, whole.output()).toBe(0)
    await expect.poll(whole.printed).toBe(`${deps.db.url}\n`)
  }, 60_000)

  it('serve warns when it was given the owner, and listens where LISTEN_HOST says', async () => {
    const more = { LOG_LEVEL: 'warn', LISTEN_HOST: '127.0.0.2' }
    const { url, output } = await startServer(more, [], { host: '127.0.0.2' })
    await expect.poll(output).toContain(ofOwner)
    await expect(fetch(url.replace('127.0.0.2', '127.0.0.1'))).rejects.toThrow()
  }, 60_000)

  it('serve does not warn when it was given the restricted role', async () => {
    const { child, exited, output } = await startServer({ LOG_LEVEL: 'warn', DATABASE_URL: deps.db.url })
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(output()).toBe('')
  }, 60_000)

  it('serve refuses the local sign-in behind a public address', async () => {
    const { exited, output } = run(['serve'], environment({ PUBLIC_URL: 'https://shop.example.com' }))
    expect(await exited).toBe(1)
    expect(output()).toMatch(/OIDC_ISSUER_URL names this machine[^]*TRUST_PROXY is missing/)
  }, 60_000)
})

it('npm start behind a public address adds no demo company and no demo accounts', async () => {
  const empty = await createTestDatabase()
  onTestFinished(empty.drop)
  const { child, exited, output } = await startServer({ DATABASE_URL: empty.url, ...inPublic }, [], {
    command: 'start',
  })
  const accounts = await empty.db.onPlatform((tx) => tx.select({ email: users.email }).from(users))
  child.kill('SIGTERM')
  expect(await exited, output()).toBe(0)
  expect(accounts).toEqual([])
}, 60_000)

describe('npm run job', () => {
  it('lists the jobs and runs one', async () => {
    const list: string[] = []
    await runJobCommand(deps.config, [], (line) => list.push(line))
    expect(list.join('\n')).toMatch(/auth\.purge-sessions +Clear ended sessions/)
    const one = run(['job', 'auth.purge-sessions'], environment())
    expect(await one.exited, one.output()).toBe(0)
    expect(JSON.parse(one.output())).toEqual({ ended: 0 })
  })
})
