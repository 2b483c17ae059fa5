import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { describeRoute } from './describe-route.ts'
import { docsPage } from './docs-page.ts'
import { websiteSection } from './sections.ts'
import { callsPerMinutePerKey, pagePolicy } from './security.ts'

type ApiDescription = { version: string; sessionCookieName: string; publicUrl: string }

/** Must be registered before the routes, so that it sees them. */
export async function describeApi(http: FastifyInstance, description: ApiDescription): Promise<void> {
  const { version, sessionCookieName, publicUrl } = description
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
      servers: [{ url: publicUrl }],
      tags: [{ name: websiteSection, description: forWebsites }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieName },
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'A channel’s own key, or the company’s master key with ?channelId= where a call takes it.',
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
  http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger())
  http.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    const nonce = reply.request.id
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(docsPage(http.swagger(), nonce))
  })
}

const forWebsites =
  'What your website or any program of yours calls. Send the channel’s key, found in the channel’s settings, with each ' +
  'call: Authorization: Bearer <key>. Handing the same order over twice is safe: the second time answers the order that ' +
  `is there. Each key may make ${callsPerMinutePerKey} calls a minute.`
