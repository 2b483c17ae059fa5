import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { asMessage } from '#contract/i18n.ts'
import type { Deps } from '../context.ts'
import { HttpError } from './errors.ts'
import { limitRequests } from './rate-limit.ts'

it.each(['/refused', '/document'])(
  '%s is answered 100 times a second at most to one network, and at once to others',
  async (url) => {
    const http = fastify()
    http.decorateRequest('address', '')
    http.addHook('onRequest', async (request) => void (request.address = request.ip))
    limitRequests(http, { requestLimiter: {} } as Deps['shared'])
    http.get('/refused', async () => {
      throw new HttpError(429, asMessage('Too many calls.'))
    })
    http.get('/document', { config: { isPaced: true } }, async () => 'a document')
    http.get('/served', async () => 'served')
    const waiting = new Set<number>()
    const ask = async (path: string, remoteAddress: string, number = 0) => {
      waiting.add(number)
      await http.inject({ url: path, remoteAddress })
      waiting.delete(number)
    }
    const startedAt = performance.now()
    const busy = Promise.all(Array.from({ length: 40 }, (_, n) => ask(url, '203.0.113.7', n + 1)))
    await Promise.all([ask(url, '203.0.113.8'), ask('/served', '203.0.113.7')])
    expect(waiting.size).toBeGreaterThan(0)
    await busy
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(385)
    await http.close()
  },
)
