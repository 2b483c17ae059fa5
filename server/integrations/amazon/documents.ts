import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { say } from '#contract/i18n.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { retry } from './retry.ts'
import { CallLog } from './call-log.ts'
import { send, tooLargeError, type HttpResponse, type HttpRequest } from './http.ts'
import type { AmazonSettings } from './settings.ts'

/** Milliseconds for all attempts of one transfer. Amazon's links expire after 5 minutes. */
const transferTimeout = 240_000
const attemptTimeout = 120_000
/** The storage publishes no rate limit; this value only sets the back-off between attempts. Calls a second. */
const assumedRate = 1

export type DocumentLink = { url: string; compressionAlgorithm?: string | null }
export type Content = { contentType: string; bytes: Uint8Array<ArrayBuffer> }
export type Download = { mostBytes: number; signal?: AbortSignal | undefined }

export type Documents = {
  /** The content type must equal the one that the link was created with. */
  upload(link: DocumentLink, content: Content, signal?: AbortSignal): Promise<void>
  /** Returns the unzipped file. Throws when it is larger than `mostBytes`. */
  download(link: DocumentLink, options: Download): Promise<Buffer>
}

/** Uploads and downloads the files of feeds and reports. The links are presigned, so no token is sent. */
export function createDocuments(settings: Pick<AmazonSettings, 'fetch' | 'timing' | 'chance' | 'log'>): Documents {
  const transfer = (name: string, request: HttpRequest, { mostBytes, signal }: Download): Promise<HttpResponse> => {
    const { timing, chance } = settings
    const deadline = timing.now() + transferTimeout
    const log = new CallLog({ operation: name, accountId: null }, settings)
    return retry({
      timing,
      chance,
      deadline,
      signal,
      rate: () => assumedRate,
      isRepeatable: true,
      isRead: true,
      onError: (error, attempt, pause) => log.logRetryableError(error, attempt, pause),
      async runOnce(attempt) {
        log.markSent()
        const limit = Math.min(attemptTimeout, deadline - timing.now())
        const response = await send(settings, request, { limit, signal, mostBytes })
        if (response.status >= 400) {
          const code = storageCode(response)
          log.logRefusal(response, attempt, code)
          throw toStorageFailure(response, code)
        }
        log.logAnswer(response, attempt)
        return response
      },
    })
  }
  return {
    async upload({ url }, { contentType, bytes }, signal) {
      const request = { method: 'PUT', url, headers: { 'content-type': contentType }, body: bytes }
      await transfer('upload of a document', request, { mostBytes: 1_000_000, signal })
    },
    async download({ url, compressionAlgorithm }, options) {
      const { bytes } = await transfer('download of a document', { method: 'GET', url, headers: {} }, options)
      return compressionAlgorithm === 'GZIP' && isGzip(bytes) ? gunzipOrThrow(bytes, options.mostBytes) : bytes
    },
  }
}

/** The storage may set Content-Encoding, and then `fetch` has already unzipped the body. */
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

async function gunzipOrThrow(bytes: Buffer, mostBytes: number): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLargeError(mostBytes)
    throw new Unavailable(say('Amazon’s document is damaged.'))
  }
}

/** The error code alone: the rest of the XML may repeat the link's signature. */
const storageCode = ({ bytes }: HttpResponse) =>
  /<Code>([A-Za-z]+)<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? 'unknown'

function toStorageFailure({ status }: HttpResponse, code: string): Error {
  if (code === 'AccessDenied' || code === 'RequestTimeout') {
    return new Unavailable(say('The link to Amazon’s document has expired; a new one is needed.'))
  }
  return new Rejected(
    say('Amazon’s storage refused the document ({status} {code}).', { status: String(status), code }),
    { code, whoActs: 'lockstep' },
  )
}
