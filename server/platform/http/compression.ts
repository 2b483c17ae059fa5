import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Less than a packet's worth gains nothing. */
const fewestBytes = 1024
/** More would keep other calls waiting for milliseconds. */
const mostBytes = 1024 * 1024

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
  http.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < fewestBytes || payload.length > mostBytes) return payload
    if (!compressible.test(String(reply.getHeader('content-type'))) || reply.hasHeader('content-encoding'))
      return payload
    void reply.header('vary', 'accept-encoding')
    const accepted = acceptedEncodings(request.headers['accept-encoding'])
    for (const [encoding, compressed] of Object.entries(encodings)) {
      if (!accepted.has(encoding)) continue
      void reply.header('content-encoding', encoding).removeHeader('content-length')
      return compressed(payload)
    }
    return payload
  })
  await http.register(compress, { global: true, threshold: fewestBytes, encodings: ['br', 'gzip'] })
}

/** Those that the header names and does not rule out. */
function acceptedEncodings(header = ''): ReadonlySet<string> {
  const named = header.toLowerCase().split(',')
  const wanted = named.filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
  return new Set(wanted.map((one) => one.split(';')[0]?.trim() ?? ''))
}
