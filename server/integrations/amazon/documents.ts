import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
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
  const transfer = (name: string, sent: HttpRequest, { mostBytes, signal }: Download): Promise<HttpResponse> => {
    const { timing, chance } = settings
    const deadline = timing.now() + transferTimeout
    const journal = new CallLog({ operation: name, accountId: null }, settings)
    return retry({
      timing,
      chance,
      deadline,
      signal,
      rate: () => assumedRate,
      isRepeatable: true,
      isRead: true,
      onError: (trouble, attempt, pause) => journal.logRetryableError(trouble, attempt, pause),
      async runOnce(attempt) {
        journal.markSent()
        const limit = Math.min(attemptTimeout, deadline - timing.now())
        const heard = await send(settings, sent, { limit, signal, mostBytes })
        if (heard.status >= 400) {
          const code = storageCode(heard)
          journal.logRefusal(heard, attempt, code)
          throw toStorageFailure(heard, code)
        }
        journal.logAnswer(heard, attempt)
        return heard
      },
    })
  }
  return {
    async upload({ url }, { contentType, bytes }, signal) {
      const sent = { method: 'PUT', url, headers: { 'content-type': contentType }, body: bytes }
      await transfer('upload of a document', sent, { mostBytes: 1_000_000, signal })
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
    throw new Unavailable('Amazon’s document is damaged.')
  }
}

/** The error code alone: the rest of the XML may repeat the link's signature. */
const storageCode = ({ bytes }: HttpResponse) =>
  /<Code>([A-Za-z]+)<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? 'unknown'

function toStorageFailure({ status }: HttpResponse, code: string): Error {
  if (code === 'AccessDenied' || code === 'RequestTimeout') {
    return new Unavailable('The link to Amazon’s document is no longer good; a new one is needed.')
  }
  return new Rejected(`Amazon’s storage refuses the document (${status} ${code}).`, { code, whoActs: 'lockstep' })
}
