import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/files.ts'
import { docsPage } from './docs-page.ts'
import { pagePolicy } from './security.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const fileBody = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }

/** Must be registered before the routes, so that it sees them. */
export async function describeApi(
  http: FastifyInstance,
  { version, sessionCookieName }: { version: string; sessionCookieName: string },
): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lockstep API',
        version,
        description:
          'Calls of the web application carry its session cookie and the header X-Requested-With: XMLHttpRequest. ' +
          'Refusals are problem details (RFC 9457). Lists page by key: follow the Link header with rel="next".',
      },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookieName } } },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const described = jsonSchemaTransform({ schema, url, route, ...rest })
      const endpoint = route.config?.endpoint
      const isOpen = endpoint?.access === 'public' || !url.startsWith('/api/')
      return {
        url: described.url,
        schema: {
          ...described.schema,
          ...(endpoint ? { description: `Access: ${endpoint.access}` } : {}),
          ...(endpoint?.takesFile ? { consumes: ['multipart/form-data'], body: fileBody } : {}),
          ...(endpoint?.reply === FileReply ? { produces: ['application/octet-stream'] } : {}),
          ...(isOpen ? {} : { security: [{ session: [] }] }),
        },
      }
    },
  })
  http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger())
  http.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    const nonce = reply.request.id
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(docsPage(http.swagger(), nonce))
  })
}
