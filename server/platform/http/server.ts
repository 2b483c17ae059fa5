import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { say } from '#contract/i18n.ts'
import { screenPaths } from '#contract/paths.ts'
import type { Deps } from '../context.ts'
import { newId } from '../ids.ts'
import { createRequestLog, type Log } from '../log.ts'
import { handleClientError, handleErrors, missingHostError, rejectExpectHeader, sendProblem } from './errors.ts'
import { acceptedEncodings } from './fixed-reply.ts'
import { defaultHeaders } from './headers.ts'
import { limitRequests } from './rate-limit.ts'
import { recordRefusedRequest } from './refusals.ts'

const bodyLimit = 1_048_576

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address. Fastify's `ip` computes it from proxy headers at every access, so it is stored once. */
    address: string
  }
}

/** The HTTP server with everything that applies to every route: errors, headers, limits, compression, request log. It does not listen. */
export async function createHttpServer(deps: Deps): Promise<FastifyInstance> {
  const { config, log } = deps
  const headers = defaultHeaders(config)
  const http = fastify({
    loggerInstance: log,
    genReqId: () => newId(),
    childLoggerFactory: (parent, { reqId }) => createRequestLog(parent as Log, String(reqId)),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit,
    // Uploads over a slow line take minutes, headers do not. A URL may name 500 orders to export.
    requestTimeout: 300_000,
    http: { headersTimeout: 30_000, maxHeaderSize: 32 * 1024, requireHostHeader: false },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: handleClientError(headers),
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(request, reply.headers(headers), { status: 400, detail: say('This address is not valid.') }),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  }) as unknown as FastifyInstance
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  http.decorateRequest('signedIn', null)
  http.decorateRequest('sessionCheck', null)
  http.decorateRequest('reauthorize', null)
  http.decorateRequest('refusedPerson', null)
  handleErrors(http, recordRefusedRequest)
  rejectExpectHeader(http.server, headers)
  // No redaction for the request line: its six fields hold no secrets, and redacting costs more than the rest of the line.
  const requests = log.child({}, { redact: [] })
  http.decorateRequest('address', '')
  // Callback hooks: these run for every request and never wait, and promises would cost measurable time.
  http.addHook('onRequest', (request, reply, done) => {
    request.address = request.ip
    void reply.headers(headers).header('x-request-id', request.id)
    const error = missingHostError(request.raw)
    if (error) void reply.header('connection', 'close')
    done(error)
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { method, url, address: ip, routeOptions } = request
    const path = loggedPath(routeOptions.url, url)
    const ms = Math.round(reply.elapsedTime)
    requests.info({ reqId: request.id, method, path, ip, status: reply.statusCode, ms }, 'request')
    done()
  })
  await http.register(cookie)
  limitRequests(http, deps.shared, (kind, network) => http.refusals.countCredential(kind, network))
  await compressReplies(http)
  return http
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const screens: ReadonlySet<string> = new Set(screenPaths)

/**
 * The path for the request log. UUIDs are kept; any other parameter is replaced by its name, because it may be a customer's name or
 * a token.
 */
export function loggedPath(route: string | undefined, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  if (route === undefined) return screens.has(path) ? path : 'none'
  if (!route.includes(':')) return route
  const pathParts = path.split('/')
  return route
    .split('/')
    .map((part, index) => {
      const text = pathParts[index] ?? ''
      return part.startsWith(':') && part !== ':token' && id.test(text) ? text : part
    })
    .join('/')
}

/** A body smaller than a packet gains nothing. */
const minBytes = 1024

/** Compressing more synchronously would block other requests for milliseconds. */
const maxBytes = 1024 * 1024

const compressible = /^(?:application\/(?:[a-z.+-]+\+)?json|text\/)/

/** In order of speed, each at its fastest level: slower levels save less than a packet. */
const encodings = {
  zstd: (text: string) => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string) => gzipSync(text, { level: 1 }),
}

/**
 * Compresses complete bodies synchronously in a tenth of a millisecond; as streams they would take more than a millisecond. Streams
 * and very long bodies are left to the plugin.
 */
async function compressReplies(http: FastifyInstance): Promise<void> {
  http.addHook('onSend', (request, reply, payload, done) => {
    done(null, typeof payload === 'string' ? compressText(request, reply, payload) : payload)
  })
  await http.register(compress, { global: true, threshold: minBytes, encodings: ['br', 'gzip'] })
}

function compressText(request: FastifyRequest, reply: FastifyReply, text: string): string | Buffer {
  if (text.length < minBytes || text.length > maxBytes) return text
  if (!compressible.test(String(reply.getHeader('content-type'))) || reply.hasHeader('content-encoding')) return text
  void reply.header('vary', 'accept-encoding')
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  for (const [encoding, compress] of Object.entries(encodings)) {
    if (!accepted.has(encoding)) continue
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    return compress(text)
  }
  return text
}
