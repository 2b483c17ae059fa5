import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { accountId, appSecret, control, placeOrder, startForTest } from './fixtures/graph-caller.ts'

type ReceivedWebhook = { signature: string | undefined; body: string }

/** A subscriber that knows the token and answers deliveries with the given status. */
async function listen(answers: number[]) {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'GET') {
      const isRight = url.searchParams.get('hub.verify_token') === 'right'
      return void response.writeHead(isRight ? 200 : 403).end(url.searchParams.get('hub.challenge'))
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ signature: request.headers['x-hub-signature-256']?.toString(), body })
      response.writeHead(answers.shift() ?? 200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

test('nothing is sent to an address that does not know the token', async () => {
  const meta = await startForTest()
  const { url, received } = await listen([])
  expect((await control(meta, 'PUT', 'subscription', { url, verifyToken: 'wrong' })).status).toBe(400)
  await placeOrder(meta, { state: 'CREATED' })
  expect(received).toEqual([])
})

test('a webhook is signed and repeated until it is accepted', async () => {
  const meta = await startForTest()
  const { url, received } = await listen([503, 200])
  await control(meta, 'PUT', 'subscription', { url, verifyToken: 'right' })
  const id = await placeOrder(meta)
  expect(received).toEqual([])
  await control(meta, 'POST', 'clock', { advanceSeconds: 10 })
  await control(meta, 'POST', 'clock', { advanceSeconds: 5 })
  expect(received).toHaveLength(1)
  await control(meta, 'POST', 'clock', { advanceSeconds: 5 })
  await control(meta, 'POST', 'clock', { advanceSeconds: 3_600 })
  expect(received).toHaveLength(2)
  expect(received[1]).toEqual(received[0])
  const { body = '', signature } = received[0] ?? {}
  expect(signature).toBe(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)
  expect(JSON.parse(body)).toMatchObject({
    entry: [{ id: accountId, changes: [{ field: 'commerce_orders', value: { order_id: id, state: 'CREATED' } }] }],
  })
})
