import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  AppError,
  type ErrorCode,
  type FieldProblem,
  type Problem,
  problemTypes,
  UnconfirmedRisks,
} from '#contract/errors.ts'
import { asMessage, formatMessage, joinMessages, type Message, say } from '#contract/i18n.ts'
import type { RiskQuestion } from '#contract/risky-values.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { newId } from '../ids.ts'
import { inReadersLanguage } from './language.ts'

const statusOfErrorCode: Record<ErrorCode, number> = {
  not_found: 404,
  forbidden: 403,
  conflict: 409,
  invalid: 422,
  unavailable: 503,
}

type ProblemAnswer = {
  status: number
  detail: Message
  type?: string
  errors?: readonly FieldProblem[]
  risks?: RiskQuestion
  retryAfterSeconds?: number
}

/** Turns every error into problem details (RFC 9457) with a sentence for people; internals are logged, never sent. */
export function handleErrors(
  http: FastifyInstance,
  recordRefusal: (error: unknown, request: FastifyRequest) => void,
): void {
  http.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    const error = await recheckSession(thrown, request)
    const answer = toAnswer(error, request)
    recordRefusal(error, request)
    if (answer.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendProblem(request, reply, answer)
  })
}

/** On a cached session that is not confirmed, authorizes again first: an ended session is reported as 401, whatever else was wrong. */
async function recheckSession(
  error: FastifyError,
  { sessionCheck, reauthorize }: FastifyRequest,
): Promise<FastifyError> {
  if (!reauthorize || sessionCheck?.isConfirmed !== false) return error
  return reauthorize().then(
    () => error,
    (refusal: FastifyError) => refusal,
  )
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, answer: ProblemAnswer): FastifyReply {
  const problem: Problem = {
    type: answer.type ?? 'about:blank',
    title: STATUS_CODES[answer.status] ?? 'Error',
    status: answer.status,
    detail: inReadersLanguage(request, answer.detail),
    instance: `urn:request:${request.id}`,
    ...(answer.errors?.length
      ? { errors: answer.errors.map(({ field, message }) => ({ field, message: inReadersLanguage(request, message) })) }
      : {}),
    ...(answer.risks ? { risks: answer.risks } : {}),
  }
  if (answer.retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(answer.retryAfterSeconds))
  // Sent as a string, so that it is not serialized with the route's reply schema, which describes success.
  return reply.code(answer.status).type('application/problem+json; charset=utf-8').send(JSON.stringify(problem))
}

function toAnswer(error: FastifyError, request: FastifyRequest): ProblemAnswer {
  if (error instanceof UnconfirmedRisks)
    return { status: 409, detail: error.sentence, type: problemTypes.confirmRisks, risks: error.question }
  if (error instanceof AppError)
    return { status: statusOfErrorCode[error.code], detail: error.sentence, errors: error.fields }
  if (error instanceof HttpError) return { status: error.statusCode, detail: error.sentence, type: error.problemType }
  if (error instanceof Unavailable) {
    return {
      status: 503,
      detail: say('{problem}. Try again in a moment.', { problem: error.sentence }),
      retryAfterSeconds: error.retryAfterSeconds ?? 5,
    }
  }
  if (error.validation) return invalidAnswer(error)
  if (isDatabaseUnavailable(error)) {
    return { status: 503, detail: say('The database isn’t responding. Try again in a moment.'), retryAfterSeconds: 5 }
  }
  const status = error.statusCode ?? 500
  if (status < 500) return { status, detail: plainClientErrors[error.code] ?? asMessage(error.message) }
  return {
    status: 500,
    detail: say('Something went wrong on our side. Give support this number: {id}', { id: request.id }),
  }
}

const plainClientErrors: Record<string, Message> = {
  FST_ERR_CTP_BODY_TOO_LARGE: say('The body is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: say('Send the body as application/json.'),
  FST_ERR_CTP_INVALID_JSON_BODY: say('The body is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: say('The body is empty.'),
}

/** Bounds the reply to a malformed request. */
export const maxFieldErrors = 20

/** A malformed id in the path is a 404; any other validation error is a 422 that names the fields. */
function invalidAnswer(error: FastifyError): ProblemAnswer {
  if (error.validationContext === 'params') return { status: 404, detail: say('Nothing was found with that ID.') }
  const errors = (error.validation ?? []).slice(0, maxFieldErrors).map((issue) => ({
    field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message === undefined ? say('is not valid') : asMessage(issue.message.slice(0, 500)),
  }))
  const parts = errors.map(({ field, message }) => (field ? joinMessages([asMessage(field), message], ': ') : message))
  return {
    status: 422,
    detail: parts.length > 0 ? joinMessages(parts, '; ') : say('The request is not valid.'),
    errors,
  }
}

/** An error of HTTP itself (401, 413, 415, 429); product rules throw `AppError` instead. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly sentence: Message
  readonly problemType: string

  constructor(statusCode: number, sentence: Message, problemType = 'about:blank') {
    super(formatMessage(sentence))
    this.name = 'HttpRefusal'
    this.sentence = sentence
    this.statusCode = statusCode
    this.problemType = problemType
  }
}

type Headers = Record<string, string>

/** Answers bytes that are not a valid HTTP request with problem details, too. */
export const handleClientError =
  (headers: Headers) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void =>
    writeProblem(error, socket, headers)

/** Answers an unknown Expect header with problem details, where Node would send an empty 417. */
export function rejectExpectHeader(server: Server, headers: Headers): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { lines, body } = problemResponse(417, headers)
    response.writeHead(417, lines).end(body)
  })
}

export const missingHostError = ({ headers, httpVersion }: IncomingMessage): HttpError | undefined =>
  headers.host === undefined && httpVersion === '1.1' ? new HttpError(400, asMessage(sentences[400])) : undefined

const statusOfNodeError: Record<string, 408 | 413 | 431> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

const sentences = {
  400: 'The request can’t be read.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  417: 'The Expect header asks for something that isn’t supported.',
  431: 'The headers are too large.',
} as const

/** Writes the reply to the socket, because there is no request to reply to, and closes the connection. */
function writeProblem({ code = '' }: NodeJS.ErrnoException, socket: Duplex, headers: Headers): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const { status, lines, body } = problemResponse(statusOfNodeError[code] ?? 400, headers)
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
}

function problemResponse(status: keyof typeof sentences, headers: Headers) {
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: sentences[status],
    instance: `urn:request:${newId()}`,
  }
  const body = JSON.stringify(problem)
  const lines = {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status, lines, body }
}
