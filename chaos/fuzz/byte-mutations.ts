import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Random } from '../harness/random.ts'
import { encodeBody, type RequestDraft } from './request.ts'

const types = [
  '',
  'text/plain',
  'text/xml',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json;;;',
  'application/problem+json',
  'APPLICATION/JSON',
  'a/b/c',
  'json',
]

const longLine = 'x'.repeat(9_000)

const headers: readonly Record<string, string>[] = [
  { accept: 'text/html' },
  { accept: '*/*;q=-1' },
  { 'accept-encoding': 'identity;q=0, *;q=0' },
  { range: 'bytes=5-1' },
  { 'if-none-match': '"*' },
  { 'if-modified-since': 'yesterday' },
  { origin: 'null' },
  { origin: 'http://[' },
  { host: '' },
  { host: 'evil.example:99999' },
  { 'x-forwarded-for': 'not an address' },
  { 'x-forwarded-for': '::ffff:1.2.3.4, [::1], 999.1.1.1' },
  { 'x-forwarded-for': 'fe80::1%eth0' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-http-method-override': 'DELETE' },
  { 'user-agent': longLine },
  { 'user-agent': '\u00ff\u00fe' },
  { cookie: 'lockstep_session=' },
  { cookie: `lockstep_session=${longLine}` },
  { cookie: 'lockstep_session=%00; lockstep_session=%E0%A4%A; =; ;;' },
  { cookie: '__proto__=x; constructor=y' },
  { authorization: 'Bearer' },
  { authorization: 'Basic Og==' },
  { authorization: `Bearer ${longLine}` },
  { authorization: 'Bearer \u00e9' },
  { expect: '200-maybe' },
  { 'x-requested-with': 'fetch' },
  { 'x-many': longLine, 'x-more': longLine, 'x-still-more': longLine, 'x-last': longLine },
  { 'last-event-id': '\u00e9' },
  { 'webhook-id': '\u00e9', 'webhook-timestamp': 'NaN', 'webhook-signature': 'v1,' },
]

/** Changes of the encoding of a body. */
const recodings: readonly ((bytes: Buffer) => Buffer)[] = [
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString('utf8'), 'utf16le')]),
  (bytes) => Buffer.from(`${bytes.toString('utf8')}é`, 'latin1'),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([bytes, Buffer.from([0xff, 0x80, 0xc0, 0xaf])]),
  (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => Buffer.concat([bytes, Buffer.alloc(8)]),
  () => Buffer.alloc(0),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('"', '”')),
  // Bytes within a text that are no valid UTF-8.
  (bytes) => Buffer.from(bytes.toString('latin1').replace(/"([^"]*)"(?=[,}\]])/, '"$1\u00ff\u00c0"'), 'latin1'),
]

const contentEncodings: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'gzip, gzip': (bytes) => gzipSync(gzipSync(bytes)),
  zstd: (bytes) => bytes,
  identity: (bytes) => bytes,
  nonsense: (bytes) => bytes,
}

const bytesOf = (draft: RequestDraft): Buffer => encodeBody(draft).bytes ?? Buffer.alloc(0)

/** Replaces the bytes of the body and leaves its content type. */
function setBytes(draft: RequestDraft, bytes: Buffer): void {
  draft.headers['content-type'] ??= encodeBody(draft).type
  draft.bytes = bytes
}

const gzipBomb = gzipSync(Buffer.alloc(30 * 1024 * 1024, ' '))

export const byteMutations = {
  'another content type': (draft: RequestDraft, random: Random) => {
    draft.headers['content-type'] = random.pick(types)
  },
  'another encoding of the body': (draft: RequestDraft, random: Random) => {
    const bytes = bytesOf(draft)
    if (bytes.length === 0) return false
    setBytes(draft, random.pick(recodings)(bytes))
  },
  'a packed body': (draft: RequestDraft, random: Random) => {
    const [name, pack] = random.pick(Object.entries(contentEncodings))
    const packed = pack(bytesOf(draft))
    setBytes(draft, random.happens(0.3) ? packed.subarray(0, packed.length - 3) : packed)
    draft.headers['content-encoding'] = name
  },
  'a body that unfolds': (draft: RequestDraft) => {
    if (draft.method === 'GET') return false
    setBytes(draft, gzipBomb)
    draft.headers['content-encoding'] = 'gzip'
  },
  'an odd header': (draft: RequestDraft, random: Random) => {
    Object.assign(draft.headers, random.pick(headers))
  },
  'a file with other bytes': (draft: RequestDraft, random: Random) => {
    if (!draft.file) return false
    const bytes = Buffer.from(draft.file)
    for (let changed = 0; changed < 20; changed += 1) bytes[random.whole(bytes.length)] = random.whole(256)
    draft.file = random.pick([bytes, bytes.subarray(0, 100), Buffer.alloc(0), Buffer.from('SKU,Title\n\u0000,x')])
  },
}
