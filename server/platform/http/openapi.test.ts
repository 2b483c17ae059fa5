import { fastify, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ordersApi } from '#contract/orders.ts'
import { sampleOrder, sampleOrderEvent } from '#contract/public-api-manual.ts'
import { publicApi } from '#contract/public-api.ts'
import { describeApi } from './openapi.ts'
import { registerRoute, websiteSection } from './endpoints.ts'

type Media = { content?: Record<string, { schema: object; example?: unknown }> }
type Operation = {
  description: string
  tags: string[]
  security?: object[]
  requestBody?: Media
  responses: Record<string, Media & { description: string }>
  'x-codeSamples'?: { source: string }[]
}
type Document = { tags: { name: string }[]; paths: Record<string, Record<string, Operation>> }

let http: FastifyInstance
let document: Document

beforeAll(async () => {
  http = fastify()
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  await describeApi(http, {
    version: '1',
    sessionCookieName: 'session',
    publicUrl: 'https://lockstep.example',
    isSignedIn: async ({ headers }) => headers.cookie === 'session=good',
  })
  const nobody = async () => {}
  for (const endpoint of [ordersApi.list, ...Object.values(publicApi)]) {
    registerRoute(http, endpoint, nobody, async () => ({}))
  }
  http.post('/api/webhooks/:channelId', {
    schema: {
      summary: 'Tell of an order',
      tags: [websiteSection],
      body: z.unknown().meta({ examples: [sampleOrderEvent] }),
      response: { 202: z.object({}).describe('Stored.'), 401: z.object({}).describe('Not signed.') },
    },
    config: { caller: { access: 'a signature of the channel', scheme: 'signature' } },
    handler: async () => ({}),
  })
  await http.ready()
  document = (await ask('/api/openapi.json')).json<Document>()
})

const signedIn = { cookie: 'session=good' }
const ask = (url: string, headers = signedIn) => http.inject({ url, headers })

const operation = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method]
  if (!found) throw new Error(`${method} ${path} is not described`)
  return found
}

const sampleOf = (media: Media | undefined) => media?.content?.['application/json']?.example

it('the document names the scope of key endpoints and the role of the others', () => {
  expect(operation('post', '/api/v1/orders')).toMatchObject({
    description: 'Access: a key with the orders.write permission',
    security: [{ key: [] }],
    tags: [websiteSection],
  })
  expect(operation('get', '/api/orders')).toMatchObject({
    description: 'Access: readonly',
    security: [{ session: [] }],
  })
})

it('the document has complete samples and reply meanings for key endpoints', () => {
  for (const { method, path, manual, status } of Object.values(publicApi)) {
    const { responses, requestBody, ...shown } = operation(method.toLowerCase(), path.replace(/:(\w+)/, '{$1}'))
    expect(Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, one.description]))).toEqual(
      manual?.answers,
    )
    expect(sampleOf(responses[status])).toEqual(manual?.reply)
    expect(Object.keys(responses['401']?.content ?? {})).toEqual(['application/problem+json'])
    expect(sampleOf(requestBody)).toEqual(manual?.body)
    expect(shown['x-codeSamples']?.[0]?.source).toContain(`'https://lockstep.example${manual?.url ?? path}'`)
    expect(shown['x-codeSamples']?.[0]?.source).toContain(`-H 'Authorization: Bearer <key>'`)
  }
  const { requestBody, responses } = operation('post', '/api/v1/orders')
  expect(JSON.stringify(requestBody)).toContain('"quantity"')
  expect(sampleOf(responses['200'])).toMatchObject({ isNew: false })
})

it('the document describes routes outside the contract by schema and access', () => {
  const webhook = operation('post', '/api/webhooks/{channelId}')
  expect(webhook).toMatchObject({ description: 'Access: a signature of the channel', security: [{ signature: [] }] })
  expect(sampleOf(webhook.requestBody)).toEqual(sampleOrderEvent)
  expect(webhook.responses['202']?.description).toBe('Stored.')
  expect(webhook.responses['401']).toMatchObject({
    description: 'Not signed.',
    content: { 'application/problem+json': {} },
  })
})

it('the API page begins with the endpoints for websites and escapes samples', async () => {
  const page = (await ask('/api/docs')).body
  expect(/<h2>(.+?)<\/h2>/.exec(page)?.[1]).toBe(websiteSection)
  expect(page).toContain('curl -X POST &#39;https://lockstep.example/api/v1/orders&#39;')
  expect(page).toContain(sampleOrder.items[0]?.title)
  expect(page).not.toContain('Bearer <key>')
})

it('visitors see the calls of programs only, described as to signed-in people', async () => {
  const visible = (await ask('/api/openapi.json', { cookie: '' })).json<Document>()
  const { '/api/orders': _internal, ...paths } = document.paths
  expect(visible.paths).toEqual(paths)
  const page = (await ask('/api/docs', { cookie: '' })).body
  expect(page).toContain('<code>/api/v1/orders</code>')
  expect(page).not.toContain('<code>/api/orders</code>')
})

it('a document that could not be made is made for the next caller', async () => {
  const other = fastify()
  await describeApi(other, {
    version: '1',
    sessionCookieName: 'session',
    publicUrl: 'https://lockstep.example',
    isSignedIn: async () => true,
  })
  await other.ready()
  const broken = vi.spyOn(other, 'swagger').mockImplementationOnce(() => {
    throw new Error('a route that can’t be described')
  })
  expect((await other.inject('/api/docs')).statusCode).toBe(500)
  expect((await other.inject('/api/docs')).statusCode).toBe(200)
  broken.mockRestore()
})
