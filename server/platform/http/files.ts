import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { startStopwatch, type Stopwatch } from '../clock.ts'
import type { Download } from '../spreadsheet/export-file.ts'
import type { App } from './app.ts'
import { type AuthorizedCall, registerUserRoute } from './endpoints.ts'
import { HttpError } from './errors.ts'

export type UploadedFile = { name: string; bytes: Buffer }

/** What a handler receives beside its fields; the laps of the stopwatch become the Server-Timing header. */
export type FileInput = { file: UploadedFile; stopwatch: Stopwatch }

/** Serves an endpoint that takes one file, in an encapsulated scope, so that no other route accepts multipart bodies. */
export function serveUpload<E extends Endpoint>(
  app: App,
  endpoint: E,
  verb: (ctx: AuthorizedCall<E>['ctx'], input: AuthorizedCall<E>['input'] & FileInput) => Promise<unknown>,
): void {
  const maxBytes = endpoint.maxBodyBytes ?? 1024 * 1024
  void app.http.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 0, parts: 1, fileSize: maxBytes, headerPairs: 20 },
    })
    registerUserRoute(app, scope, endpoint, async (request, reply, { ctx, input }) => {
      const file = await readFile(request, maxBytes)
      const stopwatch = startStopwatch()
      const result = await verb(ctx, { ...input, file, stopwatch })
      void reply.header('server-timing', serverTiming(stopwatch))
      return result
    })
  })
}

const serverTiming = ({ laps }: Stopwatch) =>
  Object.entries(laps)
    .map(([part, milliseconds]) => `${part};dur=${milliseconds}`)
    .join(', ')

async function readFile(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new HttpError(415, say('Send the file as multipart/form-data, in the field file.'))
  const part = await request.file().catch(explainFormError)
  if (part?.fieldname !== 'file') throw missingFile()
  const bytes = await part.toBuffer().catch((error: unknown) => {
    if (part.file.truncated) {
      const megabytes = maxBytes / 1024 / 1024
      throw new HttpError(413, say('The file must be {megabytes} MB or smaller.', { megabytes }))
    }
    return explainFormError(error)
  })
  return { name: part.filename, bytes }
}

/** Malformed forms have a status code; a form that breaks off has none. */
function explainFormError(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error
  throw new HttpError(400, say('The upload was interrupted. Send the file again.'))
}

const missingFile = () =>
  new AppError('invalid', say('Please select a file to upload'), [{ field: 'file', message: say('is required') }])

export function serveDownload<E extends Endpoint>(
  app: App,
  endpoint: E,
  verb: (ctx: AuthorizedCall<E>['ctx'], input: AuthorizedCall<E>['input']) => Promise<Download>,
): void {
  registerUserRoute(app, app.http, endpoint, async (_request, reply, { ctx, input }) => {
    const { fileName, contentType, content } = await verb(ctx, input)
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      .type(contentType)
      .send(Readable.from(content, { objectMode: false }))
  })
}

/**
 * Serves a picture whose address never shows another one, so browsers keep it. It is never a document of ours: its type is the
 * one that was recognized, and as a page it may load and run nothing (the policy of API replies).
 */
export function serveImage<E extends Endpoint>(
  app: App,
  endpoint: E,
  verb: (
    ctx: AuthorizedCall<E>['ctx'],
    input: AuthorizedCall<E>['input'],
  ) => Promise<{ contentType: string; content: Buffer }>,
): void {
  const handleCall = async (_request: FastifyRequest, reply: FastifyReply, { ctx, input }: AuthorizedCall<E>) => {
    const { contentType, content } = await verb(ctx, input)
    void reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .type(contentType)
    return content
  }
  registerUserRoute(app, app.http, endpoint, handleCall, { usesCache: true })
}

/** In this scope a body is the raw bytes, whatever its content type: webhook signatures cover the bytes. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Fastify rejects an unparsable content type before it calls any parser.
  scope.addHook('onRequest', async ({ raw }) => void delete raw.headers['content-type'])
}

export const rawBodyOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
