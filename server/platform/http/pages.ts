import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screenPaths } from '#contract/screens.ts'
import { sendProblem } from './problem.ts'
import { pagePolicy } from './security.ts'

const aYear = 31_536_000_000
const known = new Set<string>(screenPaths)

/** Serves the built web application: hashed assets for a year, its one page fresh and with a nonce of its own. */
export async function servePages(http: FastifyInstance, folder: string): Promise<void> {
  const indexFile = join(folder, 'index.html')
  const template = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : null
  if (template !== null) {
    await http.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Each file is two routes; those that stand compressed beside another are found by that one's.
      globIgnore: ['**/index.html', '**/.vite/**', '**/*.{br,gz,map}'],
      setHeaders: (response, path) => {
        const isHashed = path.includes('/assets/')
        response.header('cache-control', isHashed ? `public, max-age=${aYear / 1000}, immutable` : 'no-cache')
      },
    })
  }
  http.setNotFoundHandler((request, reply) => {
    if (template === null || !wantsPage(request)) {
      return sendProblem(request, reply, { status: 404, detail: 'There is nothing at this address.' })
    }
    return sendPage(request, reply, template)
  })
}

const wantsPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|assets)(\/|$)/.test(request.url.split('?')[0] ?? '')

function sendPage(request: FastifyRequest, reply: FastifyReply, template: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  const theme = request.cookies['lockstep_theme']
  const path = request.url.split('?')[0] ?? '/'
  const isKnown = known.has(path.length > 1 ? path.replace(/\/$/, '') : path)
  return reply
    .code(isKnown ? 200 : 404)
    .header('content-security-policy', pagePolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(
      template
        .replaceAll('__CSP_NONCE__', nonce)
        .replace('__THEME__', theme === 'light' || theme === 'dark' ? theme : 'system'),
    )
}
