import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { persist } from './back-off.ts'
import { Journal } from './journal.ts'
import { send, tooLarge, type Heard, type Sent } from './send.ts'
import type { AmazonSettings } from './settings.ts'

/** A large file on a slow line; Amazon's links live for 5 minutes. */
const patience = 240_000
const tryLimit = 120_000
/** The storage publishes no rate; this only sets the pauses between tries. */
const rate = 1

export type DocumentLink = { url: string; compressionAlgorithm?: string | null }
export type Content = { contentType: string; bytes: Uint8Array<ArrayBuffer> }
export type Download = { mostBytes: number; signal?: AbortSignal | undefined }

export type Documents = {
  /** The content type must be the one the link was made for. */
  upload(link: DocumentLink, content: Content, signal?: AbortSignal): Promise<void>
  /** Unpacked, and refused when it is larger than said. */
  download(link: DocumentLink, options: Download): Promise<Buffer>
}

/** The files behind feeds and reports: links that carry their own right, so no token goes with them. */
export function createDocuments(settings: Pick<AmazonSettings, 'fetch' | 'timing' | 'chance' | 'log'>): Documents {
  const transfer = (name: string, sent: Sent, { mostBytes, signal }: Download): Promise<Heard> => {
    const { timing, chance } = settings
    const deadline = timing.now() + patience
    const journal = new Journal({ operation: name, accountId: null }, settings)
    return persist({
      timing,
      chance,
      deadline,
      signal,
      rate: () => rate,
      isRepeatable: true,
      isRead: true,
      onTrouble: (trouble, attempt, pause) => journal.troubled(trouble, attempt, pause),
      async tryOnce(attempt) {
        journal.noteSending()
        const limit = Math.min(tryLimit, deadline - timing.now())
        const heard = await send(settings, sent, { limit, signal, mostBytes })
        if (heard.status >= 400) {
          const code = storageCode(heard)
          journal.refused(heard, attempt, code)
          throw refuse(heard, code)
        }
        journal.answered(heard, attempt)
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
      return compressionAlgorithm === 'GZIP' && isPacked(bytes) ? unpack(bytes, options.mostBytes) : bytes
    },
  }
}

/** The storage may say that it packed, and then it is unpacked on the way already. */
const isPacked = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

async function unpack(bytes: Buffer, mostBytes: number): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(mostBytes)
    throw new Unavailable('Amazon’s document is damaged.')
  }
}

/** Only its one word: the rest may repeat the link's signature. */
const storageCode = ({ bytes }: Heard) => /<Code>([A-Za-z]+)<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? 'unknown'

function refuse({ status }: Heard, code: string): Error {
  if (code === 'AccessDenied' || code === 'RequestTimeout') {
    return new Unavailable('The link to Amazon’s document is no longer good; a new one is needed.')
  }
  return new Rejected(`Amazon’s storage refuses the document (${status} ${code}).`, { code, whoActs: 'lockstep' })
}
