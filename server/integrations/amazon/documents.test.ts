import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createDocuments } from './documents.ts'
import { testSettings } from './fixtures/test-settings.ts'

const link = { url: 'https://storage.example/report?X-Amz-Signature=the-signature' }
const most = { mostBytes: 1_000 }

/** A storage that returns these answers one after the other. */
function storage(...answers: (() => Response)[]) {
  let time = 0
  const clock = { time: () => time, advance: (milliseconds: number) => void (time += milliseconds) }
  const sent: { url: string; init: RequestInit }[] = []
  const { settings, lines } = testSettings(
    { url: '', clock },
    {
      fetch: async (url, init) => {
        sent.push({ url, init })
        const answer = answers[Math.min(sent.length, answers.length) - 1]
        if (!answer) throw new TypeError('fetch failed')
        return answer()
      },
    },
  )
  return { documents: createDocuments(settings), sent, lines }
}

const storageError = (status: number, code: string) => () =>
  new Response(`<Error><Code>${code}</Code><StringToSign>the-signature</StringToSign></Error>`, { status })

it('an upload has the content type of its link and no token', async () => {
  const { documents, sent } = storage(() => new Response(null, { status: 200 }))
  const contentType = 'application/json; charset=UTF-8'
  await documents.upload(link, { contentType, bytes: new TextEncoder().encode('{}') })
  expect(sent[0]).toMatchObject({ url: link.url, init: { method: 'PUT', headers: { 'content-type': contentType } } })
  expect(JSON.stringify(sent[0]?.init.headers)).not.toMatch(/token|authorization/i)
})

it.each([
  ['as it is', null, () => new Response('sku\tqty')],
  ['unpacked', 'GZIP', () => new Response(gzipSync('sku\tqty'))],
  ['as it is when it was unpacked on the way', 'GZIP', () => new Response('sku\tqty')],
])('a download returns a document %s', async (_, compressionAlgorithm, answer) => {
  const { documents } = storage(answer)
  const bytes = await documents.download({ ...link, compressionAlgorithm }, most)
  expect(bytes.toString()).toBe('sku\tqty')
})

it.each([
  ['sent', null, () => new Response('x'.repeat(1_001))],
  ['unpacked', 'GZIP', () => new Response(gzipSync('x'.repeat(100_000)))],
])('a download refuses a document that is too large when it is %s', async (_, compressionAlgorithm, answer) => {
  const { documents } = storage(answer)
  const download = documents.download({ ...link, compressionAlgorithm }, most)
  await expect(download).rejects.toMatchObject({ name: 'Rejected', code: 'too_large' })
})

it('a transfer is retried when the storage is busy, and fails when its link has expired', async () => {
  const busy = storage(storageError(503, 'SlowDown'), () => new Response('here'))
  await expect(busy.documents.download(link, most)).resolves.toEqual(Buffer.from('here'))
  const dead = storage(storageError(403, 'AccessDenied'))
  await expect(dead.documents.download(link, most)).rejects.toThrow('a new one is needed')
  expect(dead.sent).toHaveLength(1)
})

it('a refusal of the storage is explained without the link’s signature', async () => {
  const { documents, lines } = storage(storageError(403, 'SignatureDoesNotMatch'))
  const refused = documents.upload(link, { contentType: 'text/plain', bytes: new Uint8Array() })
  await expect(refused).rejects.toThrow('Amazon’s storage refused the document (403 SignatureDoesNotMatch).')
  expect(JSON.stringify(lines)).not.toContain('the-signature')
})

it('a damaged document is reported as damaged', async () => {
  const { documents } = storage(() => new Response(gzipSync('sku\tqty').subarray(0, 12)))
  await expect(documents.download({ ...link, compressionAlgorithm: 'GZIP' }, most)).rejects.toThrow('damaged')
})
