import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint, Manual } from '#contract/endpoint.ts'
import { FileReply, PageReply } from '#contract/fields.ts'
import { ImageReply, imageTypes } from '#contract/images.ts'
import { signInPath } from '#contract/paths.ts'
import { isKeyAccess } from '#contract/roles.ts'
import { escapeHtml } from '../escape.ts'
import { websiteSection } from './endpoints.ts'
import { createFixedReply, sendFixedReply } from './fixed-reply.ts'
import { fixedPagePolicy } from './headers.ts'
import { plainPage, plainPageStyle } from './html-pages.ts'
import { callsPerMinutePerKey } from './rate-limit.ts'

type ApiDescription = {
  version: string
  sessionCookieName: string
  publicUrl: string
  isSignedIn(request: FastifyRequest): Promise<boolean>
}

/**
 * Serves the OpenAPI document and its page: to visitors the calls of programs (key, webhook, feed), to signed-in people all. Both are
 * made at the first request and then sent as they are, because anybody may ask. Must be registered before the routes, so that it
 * sees them.
 */
export async function describeApi(http: FastifyInstance, description: ApiDescription): Promise<void> {
  const { version, sessionCookieName, publicUrl, isSignedIn } = description
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lockstep API',
        version,
        description: `Calls from the web application carry its session cookie and the header X-Requested-With: XMLHttpRequest. ${forAll}`,
      },
      servers: [{ url: publicUrl }],
      tags: [{ name: websiteSection, description: forWebsites }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieName },
          key: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A channel’s API key, or the company’s master key with ?channelId= where a call takes it. ' +
              'A channel’s feed key has the inventory.read permission only.',
          },
          signature: {
            type: 'apiKey',
            in: 'header',
            name: 'webhook-signature',
            description: 'Made with the channel’s webhook secret over the bytes of the body.',
          },
        },
      },
    },
    transform: (route) => describeRoute(route, publicUrl),
  })
  const whole = once(() => makeReplies(http.swagger() as Document))
  const forVisitors = once(() => makeReplies(publicPart(http.swagger() as Document)))
  const repliesFor = async (request: FastifyRequest) => ((await isSignedIn(request)) ? whole() : forVisitors())
  // The plugin would compress the plain reply again for each caller that accepts any encoding.
  const options = { schema: { hide: true }, compress: false, config: { isPaced: true } } as const
  http.get('/api/openapi.json', options, async (request, reply) => {
    const { document } = await repliesFor(request)
    return sendFixedReply(request, reply, document, ['cookie'])
  })
  http.get('/api/docs', options, async (request, reply) => {
    const { page } = await repliesFor(request)
    void reply.header('content-security-policy', docsPolicy)
    return sendFixedReply(request, reply, page, ['cookie'])
  })
}

/** Keeps the promise of a success; a failure is repeated by the next caller. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

async function makeReplies(document: Document) {
  return {
    document: await createFixedReply('application/json; charset=utf-8', JSON.stringify(document)),
    page: await createFixedReply('text/html; charset=utf-8', docsPage(document)),
  }
}

const forAll = 'Refusals are problem details (RFC 9457). Lists page by key: follow the Link header with rel="next".'

const programSchemes = ['key', 'signature']

/** The calls of programs, without those of the web application and of operators. */
function publicPart(document: Document): Document {
  const isPublic = ({ security = [] }: Operation) =>
    security.some((scheme) => programSchemes.some((name) => name in scheme))
  const paths = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const calls = Object.entries(item).filter(([, operation]) => isPublic(operation))
    return calls.length > 0 ? [[path, Object.fromEntries(calls)] as const] : []
  })
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  return {
    ...document,
    info: {
      ...document.info,
      description: `These are the calls for programs with a key. Sign in to see those for the web application too. ${forAll}`,
    },
    components: {
      ...document.components,
      securitySchemes: Object.fromEntries(schemes.filter(([name]) => programSchemes.includes(name))),
    },
    paths: Object.fromEntries(paths),
  }
}

const forWebsites =
  'What your website or any of your programs calls. Send the channel’s API key, found in the channel’s settings, with each ' +
  'call: Authorization: Bearer <key>. Only the product feed also takes its feed key in the address. Sending the same order twice is safe: the second time returns the existing ' +
  `order. Each key may make ${callsPerMinutePerKey} calls a minute.`

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** For a route outside the contract: its access and security scheme. */
    caller?: { access: string; scheme: 'key' | 'signature' }
  }
}

const fileBody = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }

const text = { type: 'string' }

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A human-readable sentence.' },
    instance: text,
    errors: { type: 'array', items: { type: 'object', properties: { field: text, message: text } } },
  },
}

type RouteSchemaInput = Parameters<typeof jsonSchemaTransform>[0]

type JsonSchema = Record<string, unknown>

/** The JSON schema of a route, with access, samples and reply descriptions of its endpoint. */
function describeRoute(input: RouteSchemaInput, publicUrl: string) {
  const { route } = input
  const { endpoint, caller } = route.config ?? {}
  const { url, schema: shapes } = jsonSchemaTransform(input)
  if (shapes.hide) return { url, schema: shapes }
  const manual = endpoint?.manual
  const schema = manual ? { ...shapes, ...documented(shapes, endpoint, manual) } : shapes
  const access = caller?.access ?? (endpoint && accessText(endpoint))
  return {
    url,
    schema: {
      ...schema,
      ...(schema.response ? { response: withProblems(repliesOf(schema)) } : {}),
      ...(access ? { description: [`Access: ${access}`, schema.description].filter(Boolean).join('\n') } : {}),
      ...(endpoint?.takesFile ? { consumes: ['multipart/form-data'], body: fileBody } : {}),
      ...(endpoint?.reply === FileReply ? { produces: ['application/octet-stream'] } : {}),
      ...(endpoint?.reply === ImageReply ? { produces: [...imageTypes] } : {}),
      ...(endpoint?.reply === PageReply ? { produces: ['text/html'] } : {}),
      ...securityOf(route),
      ...(manual ? { 'x-codeSamples': [sampleCall(endpoint, manual, publicUrl)] } : {}),
    } as FastifySchema,
  }
}

const accessText = ({ access }: Endpoint): string =>
  isKeyAccess(access) ? `a key with the ${access.slice('key:'.length)} permission` : access

function securityOf({ url, config }: RouteOptions) {
  const { endpoint, caller } = config ?? {}
  if (endpoint?.access === 'public' || !url.startsWith('/api/')) return {}
  const scheme = caller?.scheme ?? (endpoint && isKeyAccess(endpoint.access) ? 'key' : 'session')
  return { security: [{ [scheme]: [] }] }
}

/** Adds samples of body and reply, and the meaning of each status. */
function documented(shapes: FastifySchema, { repeatStatus }: Endpoint, { body, reply, answers }: Manual) {
  const replies = repliesOf(shapes)
  const responses = Object.entries(answers).map(([status, description]) => {
    const sample = Number(status) === repeatStatus ? { ...reply, isNew: false } : reply
    return [status, { ...replies[status], description, examples: [sample] }] as const
  })
  return {
    ...(body ? { body: { ...(shapes.body as JsonSchema), examples: [body] } } : {}),
    response: Object.fromEntries(responses),
  }
}

const repliesOf = ({ response }: FastifySchema) => (response ?? {}) as Record<string, JsonSchema>

/** Every error reply has the same shape (problem details). */
const withProblems = (replies: Record<string, JsonSchema>) =>
  Object.fromEntries(
    Object.entries(replies).map(([status, { description, ...reply }]) => [
      status,
      Number(status) < 400
        ? { description, ...reply }
        : { description, content: { 'application/problem+json': { schema: problem } } },
    ]),
  )

/** The call as a curl command. */
function sampleCall({ method, path }: Endpoint, { url = path, body }: Manual, publicUrl: string) {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${publicUrl}${url}'`,
    `-H 'Authorization: Bearer <key>'`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
  ]
  return { lang: 'Shell', source: lines.join(' \\\n  ') }
}

type Content = Record<string, { schema?: unknown; example?: unknown }>

type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: unknown
  security?: Record<string, unknown>[]
  requestBody?: { content?: Content }
  responses?: Record<string, { description?: string; content?: Content }>
  'x-codeSamples'?: { source: string }[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

type Document = {
  info: { title: string; version: string; description?: string }
  tags?: { name: string; description?: string }[]
  components?: { securitySchemes?: Record<string, unknown> }
  paths?: Record<string, Partial<Record<(typeof methods)[number], Operation>>>
}

const docsWidth = '52rem'

const docsPolicy = fixedPagePolicy(plainPageStyle(docsWidth))

/** The OpenAPI document as an HTML page: one line per call, which unfolds into its schemas. */
function docsPage({ info, tags = [], paths, components }: Document): string {
  const isForVisitors = components?.securitySchemes?.['session'] === undefined
  const sections = new Map<string, string[]>(tags.map(({ name }) => [name, []]))
  for (const [path, item] of Object.entries(paths ?? {})) {
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const tag = operation.tags?.[0] ?? 'operations'
      sections.set(tag, [...(sections.get(tag) ?? []), operationHtml(method, path, operation)])
    }
  }
  const descriptions = new Map(tags.map(({ name, description }) => [name, description]))
  const body = [
    `<h1>${escapeHtml(info.title)} <span class="muted">${escapeHtml(info.version)}</span></h1>`,
    `<p>${escapeHtml(info.description ?? '')}</p>`,
    ...(isForVisitors ? [`<p><a href="${signInPath}">Sign in</a></p>`] : []),
    '<p class="muted">Machine-readable version: <a href="/api/openapi.json">/api/openapi.json</a></p>',
    ...[...sections].map(([tag, operations]) => sectionHtml(tag, descriptions.get(tag), operations)),
  ].join('')
  return plainPage({ title: 'API', body, width: docsWidth })
}

const sectionHtml = (tag: string, description: string | undefined, operations: string[]) =>
  `<h2>${escapeHtml(tag)}</h2>${description ? `<p>${escapeHtml(description)}</p>` : ''}${operations.join('')}`

function operationHtml(method: string, path: string, operation: Operation): string {
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span class="muted">${escapeHtml(
    operation.summary ?? '',
  )}</span></summary>${partsOf(operation)
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => `<h3>${escapeHtml(title)}</h3><pre>${escapeHtml(toText(value))}</pre>`)
    .join('')}</details>`
}

/** Error replies are listed with their meaning only; successful ones with sample and schema. */
function partsOf(operation: Operation): [string, unknown][] {
  const answers = Object.entries(operation.responses ?? {})
  const hasMeaning = answers.filter(([, { description }]) => description && description !== 'Default Response')
  const succeeded = answers.filter(([status]) => Number(status) < 400)
  const body = mediaOf(operation.requestBody?.content)
  return [
    ['Access', operation.description?.replace('Access: ', '')],
    ['Example', operation['x-codeSamples']?.[0]?.source ?? body?.example],
    ['Example of the reply', mediaOf(succeeded[0]?.[1].content)?.example],
    ['Answers', hasMeaning.map(([status, { description }]) => `${status}  ${description}`).join('\n') || undefined],
    ['Parameters', operation.parameters],
    ['Body', body?.schema],
    ...succeeded.map(([status, { content }]): [string, unknown] => [`Reply ${status}`, mediaOf(content)?.schema]),
  ]
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const mediaOf = (content: Content | undefined) => Object.values(content ?? {})[0]
