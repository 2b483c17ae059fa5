import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/context.ts'
import { createTestDeps, openSession, publicUrl, testEnvironment } from '#server/testing/app.ts'
import { buildUser } from '#server/testing/builders.ts'

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

/** Coverage and runner settings of the test process must not leak into real processes. */
const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  ...testEnvironment(test.database.url),
  ...more,
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

function run(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [inject('program'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, exited: once(child, 'exit').then(([code]) => code as number | null) }
}

async function startServer() {
  const port = await freePort()
  const server = run(['serve'], environment({ PORT: String(port) }))
  const url = `http://localhost:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status, server.output()).toBe(200), {
    timeout: 20_000,
    interval: 100,
  })
  return { ...server, url }
}

describe('two server processes on one database', () => {
  it('carry a change made through one to a browser connected to the other within a second, and drain on SIGTERM', async () => {
    const [one, two] = await Promise.all([startServer(), startServer()])
    const admin = await buildUser(deps.db, { role: 'admin' })
    const { headers } = await openSession(deps, admin.id)
    const stream = await fetch(`${two.url}/api/events`, { headers })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const listening = (async () => {
      for (;;) {
        const chunk = await reader?.read()
        if (!chunk || chunk.done) return
        heard += chunk.value
      }
    })()

    const created = await fetch(`${one.url}/api/admin/companies`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', origin: publicUrl },
      body: JSON.stringify({ name: 'Heard elsewhere', email: 'x@example.com' }),
    })
    expect(created.status).toBe(201)
    const made = performance.now()
    await vi.waitFor(() => expect(heard).toContain('data: {"topic":"companies"}'), { timeout: 5_000, interval: 5 })
    expect(performance.now() - made).toBeLessThan(1_000)

    one.child.kill('SIGTERM')
    two.child.kill('SIGTERM')
    await Promise.race([listening, one.exited])
    expect(await Promise.all([one.exited, two.exited])).toEqual([0, 0])
  }, 60_000)
})

it('drains on SIGTERM although one client never ends its request and another never reads its events', async () => {
  const { child, url, exited, output } = await startServer()
  const { port } = new URL(url)
  const { headers } = await openSession(deps, (await buildUser(deps.db)).id)
  const [slow, deaf] = [connect(Number(port), 'localhost'), connect(Number(port), 'localhost')]
  slow.write('POST /api/auth/company HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{')
  deaf.pause().write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\ncookie: ${headers.cookie}\r\n\r\n`)
  for (const socket of [slow, deaf]) socket.on('error', () => {})
  await vi.waitFor(async () => {
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('lockstep_event_streams 1')
  }, 10_000)
  const begun = performance.now()
  child.kill('SIGTERM')
  expect(await exited, output()).toBe(0)
  expect(performance.now() - begun).toBeLessThan(15_000)
  slow.destroy()
  deaf.destroy()
}, 60_000)

it('is a program of plain ASCII, of which V8 keeps one byte per character and not two', () => {
  // The bundler escapes texts, but neither patterns (/…/) nor the text of sql`…` itself.
  expect(readFileSync(inject('program'), 'utf8').match(/.{0,60}[^\0-\x7F].{0,20}/g)).toBeNull()
})

describe('npm run serve', () => {
  it('refuses an empty environment with one list of everything missing', async () => {
    const { exited, output } = run(['serve'], { PATH: process.env['PATH'] })
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
      expect(output()).toContain(`${name} is missing`)
    }
    expect(output()).not.toContain('    at ')
  })

  it('refuses a plain-http address of an outside service', async () => {
    const { exited, output } = run(
      ['serve'],
      environment({ AMAZON_SP_API_URL: 'http://sellingpartnerapi-na.amazon.com' }),
    )
    expect(await exited).toBe(1)
    expect(output()).toContain('AMAZON_SP_API_URL must begin with https://')
  })
})

describe('npm run job', () => {
  it('lists the jobs, and runs one now', async () => {
    const list = run(['job'], environment())
    expect(await list.exited).toBe(0)
    expect(list.output()).toMatch(/auth\.purge-sessions +Clear ended sessions/)
    const one = run(['job', 'auth.purge-sessions'], environment())
    expect(await one.exited, one.output()).toBe(0)
    expect(JSON.parse(one.output())).toEqual({ ended: 0 })
  })
})
