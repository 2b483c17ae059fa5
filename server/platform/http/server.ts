import cookie from '@fastify/cookie'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Deps } from '../context.ts'
import { newId } from '../id.ts'
import { createRequestLog, type Log } from '../log.ts'
import { compressReplies } from './compression.ts'
import { handleErrors, sendProblem } from './problem.ts'
import { defaultHeaders, limitRequests } from './security.ts'
import { loggedPath } from './shown-path.ts'
import { missingHostError, rejectExpectHeader, handleClientError } from './unreadable.ts'

const bodyLimit = 1_048_576

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it comes from; `ip` works that out anew, from proxies' headers, each time it is asked. */
    address: string
  }
}

/** The bare HTTP server with everything that holds for every route. It never listens by itself. */
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
    // A file over a slow line takes its time; headers do not. An address may name 500 orders to export.
    requestTimeout: 300_000,
    http: { headersTimeout: 30_000, maxHeaderSize: 32 * 1024, requireHostHeader: false },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: handleClientError(headers),
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(request, reply.headers(headers), { status: 400, detail: 'This address is not valid.' }),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  }) as unknown as FastifyInstance
  if (config.PUBLIC_URL.startsWith('https:') && !config.TRUST_PROXY) {
    log.warn('TRUST_PROXY is not set: behind a proxy all people count as one address, for limits and in the audit log')
  }
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  http.decorateRequest('signedIn', null)
  http.decorateRequest('premise', null)
  http.decorateRequest('guardAnew', null)
  handleErrors(http)
  rejectExpectHeader(http.server, headers)
  // To look for secrets among six fields that hold none would cost more than the rest of the line.
  const requests = log.child({}, { redact: [] })
  http.decorateRequest('address', '')
  // What every call passes through waits for nothing, so it makes no promise either: several of them would be noticed.
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
  limitRequests(http, deps.shared)
  await compressReplies(http)
  return http
}
