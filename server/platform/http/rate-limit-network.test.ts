import { expect, it } from 'vitest'
import type { Deps } from '../context.ts'
import { createLog } from '../log.ts'
import { clientNetwork } from './rate-limit.ts'
import { createHttpServer } from './server.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:0:7::1', '2001:db8:0:7'],
  ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s counts as client %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

it.each([
  ['a proxy', '10.0.0.7', '203.0.113.5'],
  ['a stranger', '198.51.100.9', '198.51.100.9'],
])('X-Forwarded-For is believed from named proxies only: %s at %s is the client %s', async (_who, from, client) => {
  const config = { PUBLIC_URL: 'https://lockstep.example.com', TRUST_PROXY: ['10.0.0.0/8'] }
  const log = createLog({ LOG_LEVEL: 'silent' }, 'test')
  const http = await createHttpServer({ config, log, shared: { requestLimiter: {} } } as unknown as Deps)
  http.get('/address', (request, reply) => reply.send(request.address))
  // The client can write what stands left of the proxy's own entry.
  const headers = {
    host: 'lockstep.example.com',
    'x-forwarded-for': '192.0.2.1, 203.0.113.5',
    'x-real-ip': '192.0.2.1',
  }
  expect((await http.inject({ url: '/address', headers, remoteAddress: from })).body).toBe(client)
  await http.close()
})
