import type { FastifyInstance } from 'fastify'

/** In this scope a body is the bytes that came, whatever they are called: a signature is of them, and of nothing else. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Fastify refuses a type that it can't make sense of before any parser is asked.
  scope.addHook('onRequest', async ({ raw }) => void delete raw.headers['content-type'])
}

export const rawBodyOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
