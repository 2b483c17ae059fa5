import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { attributes, listForSeller, price } from '../fixtures/listed-items.ts'
import { control, createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'
import type { AmazonOptions } from '../start-amazon.ts'

const feeds = '/feeds/2021-06-30/feeds'
const documents = '/feeds/2021-06-30/documents'
const json = 'application/json; charset=UTF-8'
const marketplaceIds = [unitedStates]

type Feed = { feedId: string; processingStatus: string; resultFeedDocumentId: string }

async function start(options: Partial<AmazonOptions> = {}) {
  const amazon = await startForTest(options)
  const call = createCaller(amazon)
  const createDocument = async (contentType = json) => {
    const { body } = await call(documents, { method: 'POST', body: { contentType } })
    return body as { feedDocumentId: string; url: string }
  }
  const upload = (url: string, body: string, contentType = json) =>
    fetch(url, { method: 'PUT', body, headers: { 'content-type': contentType } })
  const createFeed = async (inputFeedDocumentId: string, feedType = 'JSON_LISTINGS_FEED') => {
    const { status, body } = await call(feeds, {
      method: 'POST',
      body: { feedType, marketplaceIds, inputFeedDocumentId },
    })
    return { status, feedId: (body as Feed).feedId }
  }
  const readFeed = async (feedId: string) => (await call(`${feeds}/${feedId}`)).body as Feed
  const send = async (content: string, { feedType, contentType }: { feedType?: string; contentType?: string } = {}) => {
    const { feedDocumentId, url } = await createDocument(contentType)
    await upload(url, content, contentType)
    return (await createFeed(feedDocumentId, feedType)).feedId
  }
  const readReport = async ({ resultFeedDocumentId }: Feed) => {
    const { body } = await call(`${documents}/${resultFeedDocumentId}`)
    const { url, compressionAlgorithm } = body as { url: string; compressionAlgorithm: string }
    expect(compressionAlgorithm).toBe('GZIP')
    const content = Buffer.from(await (await fetch(url)).arrayBuffer())
    return JSON.parse(gunzipSync(content).toString()) as object
  }
  return { amazon, call, createDocument, upload, createFeed, readFeed, send, readReport }
}

const file = (messages: object[], header: object = {}) =>
  JSON.stringify({ header: { sellerId: northfield, version: '2.0', ...header }, messages })

test('a feed is processed after its delay, with a report on each message', async () => {
  const { amazon, call, readFeed, send, readReport } = await start()
  listForSeller(amazon)
  listForSeller(amazon, { sku: 'OLD', asin: 'B0OLD00001' })
  const feedId = await send(
    file(
      [
        { messageId: 1, sku: 'PLATE', operationType: 'UPDATE', productType: 'PRODUCT', attributes },
        { messageId: 2, sku: 'BAD', operationType: 'UPDATE', productType: 'SHIRT', attributes },
        {
          messageId: 3,
          sku: 'MUG-BLUE',
          operationType: 'PATCH',
          productType: 'PRODUCT',
          patches: [{ op: 'replace', path: '/attributes/purchasable_offer', value: price(20_000) }],
        },
        {
          messageId: 4,
          sku: 'PLATE',
          operationType: 'PARTIAL_UPDATE',
          productType: 'PRODUCT',
          attributes: { purchasable_offer: price(11) },
        },
        { messageId: 5, sku: 'OLD', operationType: 'DELETE' },
        { messageId: 5, sku: 'OLD', operationType: 'DELETE' },
        { messageId: 7, sku: 'OLD', operationType: 'DELETE', productType: 'PRODUCT' },
      ],
      { report: { includedData: ['summaries', 'offers'], apiVersion: '2021-08-01' } },
    ),
  )
  const status = async () => (await readFeed(feedId)).processingStatus
  expect(await status()).toBe('IN_QUEUE')
  amazon.clock.advance(2_000)
  expect(await status()).toBe('IN_PROGRESS')
  amazon.clock.advance(3_000)
  expect(await status()).toBe('DONE')

  expect(await readReport(await readFeed(feedId))).toMatchObject({
    header: { sellerId: northfield, version: '2.0', feedId },
    issues: [
      { messageId: 2, sku: 'BAD', code: '90220', severity: 'ERROR', attributeName: 'color' },
      { messageId: 2, attributeName: 'size' },
      { messageId: 2, attributeName: 'department' },
      { messageId: 3, sku: 'MUG-BLUE', severity: 'WARNING', attributeName: 'purchasable_offer' },
      { messageId: 5, severity: 'ERROR' },
      { messageId: 7, severity: 'ERROR' },
    ],
    summary: {
      errors: 5,
      warnings: 1,
      messagesProcessed: 7,
      messagesAccepted: 4,
      messagesInvalid: 3,
      itemSummary: { items: 2, errors: 0, warnings: 1 },
    },
    items: [
      { sku: 'PLATE', offers: [{ price: { amount: '11.00' } }] },
      { sku: 'MUG-BLUE', offers: [{ price: { amount: '20000.00' } }] },
    ],
  })
  const listings = await call(`/listings/2021-08-01/items/${northfield}`, {
    query: { marketplaceIds, sortBy: 'sku', sortOrder: 'ASC' },
  })
  expect(listings.body).toMatchObject({ items: [{ sku: 'MUG-BLUE' }, { sku: 'PLATE' }] })
})

test.each([
  ['a type that is no longer taken', file([]), { feedType: 'POST_PRODUCT_DATA' }, /no longer processed/],
  ['no JSON', '<Feed/>', {}, /schema/],
  ['no messages', file([]), {}, /messages/],
  ['more than 25,000 messages', file(Array.from({ length: 25_001 }, () => ({}))), {}, /messages/],
  ['another seller', file([{}], { sellerId: 'A2QHARBORLANE' }), {}, /another selling partner/],
  ['a content type without its charset', file([{}]), { contentType: 'application/json' }, /charset/],
])('a feed with %s ends as FATAL with a reason', async (_, content, options, why) => {
  const { amazon, send, readFeed, readReport } = await start()
  const feedId = await send(content, options)
  amazon.clock.advance(5_000)
  const feed = await readFeed(feedId)
  expect(feed.processingStatus).toBe('FATAL')
  expect(await readReport(feed)).toMatchObject({
    issues: [{ severity: 'ERROR', message: expect.stringMatching(why) }],
    summary: { messagesProcessed: 0 },
  })
})

test('a feed that was never uploaded ends as FATAL', async () => {
  const { amazon, createDocument, createFeed, readFeed } = await start()
  const { feedId } = await createFeed((await createDocument()).feedDocumentId)
  amazon.clock.advance(5_000)
  expect((await readFeed(feedId)).processingStatus).toBe('FATAL')
})

test('an upload needs the content type of its link, within five minutes', async () => {
  const { amazon, createDocument, upload } = await start()
  const { url } = await createDocument()
  const wrong = await upload(url, '{}', 'application/json')
  expect(wrong.status).toBe(403)
  expect(await wrong.text()).toContain('SignatureDoesNotMatch')
  expect(
    (
      await upload(
        url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        '{}',
      )
    ).status,
  ).toBe(403)
  amazon.clock.advance(300_000)
  expect((await upload(url, '{}')).status).toBe(200)
  amazon.clock.advance(1)
  const late = await upload(url, '{}')
  expect({ status: late.status, text: await late.text() }).toMatchObject({
    status: 403,
    text: expect.stringContaining('Request has expired'),
  })
  expect((await fetch(url)).status).toBe(403)
})

test('a feed can be cancelled while it is queued, not later', async () => {
  const { amazon, call, send, readFeed } = await start()
  const feedId = await send(file([{ messageId: 1, sku: 'PLATE', operationType: 'DELETE' }]))
  const cancel = () => call(`${feeds}/${feedId}`, { method: 'DELETE' })
  expect(await cancel()).toMatchObject({ status: 200, text: '' })
  amazon.clock.advance(5_000)
  expect(await readFeed(feedId)).toMatchObject({ processingStatus: 'CANCELLED' })
  expect((await cancel()).status).toBe(400)
})

test('feeds are listed in pages, with a token that is sent alone', async () => {
  const { amazon, call, createDocument, createFeed } = await start()
  const { feedDocumentId } = await createDocument()
  for (let n = 0; n < 3; n += 1) {
    await createFeed(feedDocumentId)
    amazon.clock.advance(1_000)
  }
  const query = { feedTypes: ['JSON_LISTINGS_FEED'], processingStatuses: ['IN_QUEUE', 'IN_PROGRESS'], pageSize: '2' }
  const { body } = await call(feeds, { query })
  const { feeds: first, nextToken } = body as { feeds: Feed[]; nextToken: string }
  expect(first.map(({ processingStatus }) => processingStatus)).toEqual(['IN_QUEUE', 'IN_PROGRESS'])
  amazon.clock.advance(1_000)
  await createFeed(feedDocumentId)
  const second = (await call(feeds, { query: { nextToken } })).body as { feeds: Feed[]; nextToken?: string }
  expect(second.feeds).toHaveLength(1)
  expect(second.nextToken).toBeUndefined()
  expect((await call(feeds, { query: { nextToken, pageSize: '2' } })).status).toBe(400)
  expect((await call(feeds, { query: { pageSize: '2' } })).status).toBe(400)
})

test('the quota of feeds is switched off and on with the limits', async () => {
  const { amazon, createDocument, createFeed } = await start({ limits: 'amazon' })
  const { feedDocumentId } = await createDocument()
  const create = async () => (await createFeed(feedDocumentId)).status
  for (let count = 0; count < 5; count += 1) expect(await create()).toBe(202)
  await control(amazon, 'PUT', '/limits', { limits: 'off' })
  expect(await create()).toBe(202)
  await control(amazon, 'PUT', '/limits', { limits: 'amazon' })
  expect(await create()).toBe(429)
})

test('a seller may send five listings feeds in five minutes', async () => {
  const { amazon, createDocument, createFeed } = await start({ limits: 'amazon' })
  const { feedDocumentId } = await createDocument()
  for (let n = 0; n < 5; n += 1) expect((await createFeed(feedDocumentId)).status).toBe(202)
  expect((await createFeed(feedDocumentId)).status).toBe(429)
  amazon.clock.advance(300_000)
  expect((await createFeed(feedDocumentId)).status).toBe(202)
})

test.each([
  ['an unknown feed', `${feeds}/50000000001`, 404],
  ['an invalid id', `${feeds}/mine`, 400],
  ['an unknown document', `${documents}/mine`, 400],
])('a read of %s is refused', async (_, path, status) => {
  const { call } = await start()
  expect((await call(path)).status).toBe(status)
})

test('another seller’s document or feed is not found', async () => {
  const { amazon, createDocument, send } = await start()
  const { feedDocumentId } = await createDocument()
  const feedId = await send(file([]))
  const other = createCaller(amazon, 'A2QHARBORLANE')
  expect((await other(`${documents}/${feedDocumentId}`)).status).toBe(400)
  expect((await other(`${feeds}/${feedId}`)).status).toBe(404)
  const body = { feedType: 'JSON_LISTINGS_FEED', marketplaceIds, inputFeedDocumentId: feedDocumentId }
  expect((await other(feeds, { method: 'POST', body })).status).toBe(400)
})
