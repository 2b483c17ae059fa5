import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/fields.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import type { App, SignedIn } from './app.ts'
import { serveDownload, serveUpload } from './files.ts'
import { createHttpServer } from './server.ts'

const weigh = endpoint({
  method: 'POST',
  path: '/api/scale',
  summary: 'Weigh a file',
  access: 'ops',
  scope: 'none',
  query: z.strictObject({ label: z.string().optional() }),
  takesFile: true,
  maxBodyBytes: 1024 * 1024,
  reply: z.object({ name: z.string(), bytes: z.int(), label: z.string().optional() }),
})

const poem = endpoint({
  method: 'GET',
  path: '/api/poem',
  summary: 'A file',
  access: 'ops',
  scope: 'none',
  reply: FileReply,
})

let test: Awaited<ReturnType<typeof createTestDeps>>
let app: App
let linesMade = 0
let hasEnded = false

async function* endlessLines() {
  try {
    for (;;) {
      linesMade += 1
      yield `${'x'.repeat(10_000)}\n`
    }
  } finally {
    hasEnded = true
  }
}

beforeAll(async () => {
  test = await createTestDeps()
  const signedIn = { user: { id: 'a', role: 'ops' }, company: null } as unknown as SignedIn
  app = {
    http: await createHttpServer(test.deps),
    deps: test.deps,
    readCachedSession: () => null,
    authenticate: async () => signedIn,
    authenticateKey: async () => null,
    lookUpHandle: async () => null,
  }
  serveUpload(app, weigh, async (_ctx, { file, label }) => ({ name: file.name, bytes: file.bytes.length, label }))
  serveDownload(app, poem, async () => ({ fileName: 'ähre.txt', contentType: 'text/plain', content: endlessLines() }))
  await app.http.ready()
})
afterAll(async () => {
  await app.http.close()
  await test.close()
})

const send = (form: { headers: Record<string, string>; payload: Buffer | string }, url = '/api/scale') =>
  app.http.inject({
    method: 'POST',
    url,
    headers: { 'x-requested-with': 'XMLHttpRequest', ...form.headers },
    payload: form.payload,
  })

describe('an upload', () => {
  it('reaches the handler with its name, its bytes and the query fields', async () => {
    const reply = await send(multipartOf(Buffer.alloc(5), 'a.xlsx'), '/api/scale?label=mine')
    expect(reply.json()).toEqual({ name: 'a.xlsx', bytes: 5, label: 'mine' })
  })

  it('is accepted up to its limit and refused beyond it', async () => {
    expect((await send(multipartOf(Buffer.alloc(1024 * 1024 - 1)))).statusCode).toBe(200)
    const reply = await send(multipartOf(Buffer.alloc(3 * 1024 * 1024)))
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ detail: 'The file must be 1 MB or smaller.' })
  })

  it.each([
    ['JSON', { headers: { 'content-type': 'application/json' }, payload: '{}' }, 415],
    ['text', { headers: { 'content-type': 'text/plain' }, payload: 'hello' }, 415],
    ['nothing at all', { headers: {}, payload: '' }, 415],
    ['a file in another field', multipartOf(Buffer.alloc(5), 'a.xlsx', 'other'), 422],
    [
      'a form that breaks off',
      { ...multipartOf(Buffer.alloc(5)), payload: multipartOf(Buffer.alloc(5)).payload.subarray(0, -30) },
      400,
    ],
  ])('refuses %s', async (_what, form, status) => {
    const reply = await send(form)
    expect(reply.statusCode, reply.body).toBe(status)
    expect(reply.headers['content-type']).toContain('application/problem+json')
  })
})

describe('a download', () => {
  it('is a named file, produced with backpressure and stopped when the reader leaves', async () => {
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const reply = await fetch(`${address}/api/poem`, {
      signal: leaving.signal,
      headers: { 'accept-encoding': 'identity' },
    })
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''%C3%A4hre.txt`)
    const stalled = await untilStill(() => linesMade)
    expect(stalled).toBeLessThan(5_000)
    leaving.abort()
    await expect.poll(() => hasEnded).toBe(true)
  })
})

/** The figure once it has stopped growing. */
async function untilStill(read: () => number): Promise<number> {
  for (let last = -1; ;) {
    await sleep(200)
    const now = read()
    if (now === last) return now
    last = now
  }
}
