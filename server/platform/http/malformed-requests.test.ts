import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '#server/testing/app.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let port: number
beforeAll(async () => {
  server = await createTestApp()
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.http.server.address() as AddressInfo).port
})
afterAll(() => server.close())

async function say(words: string): Promise<{ status: number; head: string; problem: unknown }> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.write(words)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, problem: JSON.parse(body) }
}

const long = 'x'.repeat(40_000)

it.each([
  ['what is no request', 400, 'nonsense\r\n\r\n'],
  ['a header that is none', 400, 'GET / HTTP/1.1\r\nhost: x\r\nno colon here\r\n\r\n'],
  ['two lengths', 400, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['a method that nobody knows', 400, 'FROBNICATE / HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['a request that names no host', 400, 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['headers beyond all measure', 431, `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${long}\r\n\r\n`],
  ['an expectation that is not known', 417, 'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n\r\n'],
])('%s is refused with problem details, and the connection is closed', async (_what, status, words) => {
  const answer = await say(words)
  expect(answer.status).toBe(status)
  expect(answer.problem).toMatchObject({ type: 'about:blank', status, detail: expect.stringMatching(/\.$/) })
  expect(answer.head).toContain('content-type: application/problem+json')
  expect(answer.head).toContain('x-content-type-options: nosniff')
  expect(answer.head.toLowerCase()).toContain('connection: close')
})
