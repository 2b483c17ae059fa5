import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Less than a packet's worth gains nothing. */
const minBytes = 1024
/** More would keep other calls waiting for milliseconds. */
const maxBytes = 1024 * 1024

const compressible = /^(?:application\/(?:[a-z.+-]+\+)?json|text\/)/

/** Quickest first, each at its quickest: on the wire what slower ones save is less than a packet. */
const encodings = {
  zstd: (text: string) => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string) => gzipSync(text, { level: 1 }),
}

/**
 * Answers that are whole are compressed at once, in a tenth of a millisecond; as streams they would take more than a whole
 * one. What comes as a stream anyway, or is very long, is left to the plugin.
 */
export async function compressReplies(http: FastifyInstance): Promise<void> {
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

/** Those that the header names and does not rule out. */
function acceptedEncodings(header = ''): ReadonlySet<string> {
  const listed = header.toLowerCase().split(',')
  const acceptable = listed.filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
  return new Set(acceptable.map((one) => one.split(';')[0]?.trim() ?? ''))
}
