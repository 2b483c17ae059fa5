import type { FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint, Manual } from '#contract/endpoint.ts'
import { FileReply, PageReply } from '#contract/files.ts'
import { isKeyAccess } from '#contract/roles.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** For a route that is no call of the contract: who may make it, and how they show that they may. */
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
    detail: { type: 'string', description: 'A sentence for people.' },
    instance: text,
    errors: { type: 'array', items: { type: 'object', properties: { field: text, message: text } } },
  },
}

type RouteSchemaInput = Parameters<typeof jsonSchemaTransform>[0]
type JsonSchema = Record<string, unknown>

/** A route's shapes as JSON schemas, with what its endpoint says of it beside them. */
export function describeRoute(input: RouteSchemaInput, publicUrl: string) {
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
      ...(endpoint?.reply === PageReply ? { produces: ['text/html'] } : {}),
      ...securityOf(route),
      ...(manual ? { 'x-codeSamples': [sampleCall(endpoint, manual, publicUrl)] } : {}),
    } as FastifySchema,
  }
}

const accessText = ({ access }: Endpoint): string =>
  isKeyAccess(access) ? `a key that opens ${access.slice('key:'.length)}` : access

function securityOf({ url, config }: RouteOptions) {
  const { endpoint, caller } = config ?? {}
  if (endpoint?.access === 'public' || !url.startsWith('/api/')) return {}
  const scheme = caller?.scheme ?? (endpoint && isKeyAccess(endpoint.access) ? 'key' : 'session')
  return { security: [{ [scheme]: [] }] }
}

/** Samples both ways, and what each answer means. */
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

/** Whatever is refused, it is told in the same way. */
const withProblems = (replies: Record<string, JsonSchema>) =>
  Object.fromEntries(
    Object.entries(replies).map(([status, { description, ...reply }]) => [
      status,
      Number(status) < 400
        ? { description, ...reply }
        : { description, content: { 'application/problem+json': { schema: problem } } },
    ]),
  )

/** How the call is made from a command line. */
function sampleCall({ method, path }: Endpoint, { url = path, body }: Manual, publicUrl: string) {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${publicUrl}${url}'`,
    `-H 'Authorization: Bearer <key>'`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
  ]
  return { lang: 'Shell', source: lines.join(' \\\n  ') }
}
