import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { mug, listForSeller } from '../fixtures/listed-items.ts'
import { createCaller, northfield, startForTest, unitedStates } from '../fixtures/amazon-fixture.ts'
import { putItems } from '../stocked-items.ts'

const reports = '/reports/2021-06-30/reports'
const documents = '/reports/2021-06-30/documents'
const marketplaceIds = [unitedStates]
const allListings = 'GET_MERCHANT_LISTINGS_ALL_DATA'

type Report = { reportId: string; processingStatus: string; reportDocumentId: string }

async function start() {
  const amazon = await startForTest()
  const call = createCaller(amazon)
  const order = async (reportType: string, more: object = {}) => {
    const { status, body } = await call(reports, { method: 'POST', body: { reportType, marketplaceIds, ...more } })
    return { status, reportId: (body as Report).reportId }
  }
  const read = async (reportId: string) => (await call(`${reports}/${reportId}`)).body as Report
  const link = async ({ reportDocumentId }: Report, query: Record<string, string> = {}) => {
    const { body } = await call(`${documents}/${reportDocumentId}`, { query })
    expect(body).toMatchObject({ reportDocumentId, compressionAlgorithm: 'GZIP' })
    return (body as { url: string }).url
  }
  return { amazon, call, order, read, link }
}

const unpack = async (response: Response) => gunzipSync(Buffer.from(await response.arrayBuffer())).toString()

function readTable(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const names = header.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [names[index] ?? '', cell])))
}

test('a report of all listings shows their state when it is finished', async () => {
  const { amazon, order, read, link } = await start()
  listForSeller(amazon, { title: 'Blue\tmug', description: 'One\nline' })
  const { status, reportId } = await order(allListings)
  expect(status).toBe(202)
  expect(await read(reportId)).toMatchObject({ processingStatus: 'IN_QUEUE', reportType: allListings })
  amazon.clock.advance(2_000)
  expect(await read(reportId)).toMatchObject({ processingStatus: 'IN_PROGRESS' })
  listForSeller(amazon, { sku: 'FBA', asin: 'B0FBA00001', fulfilledBy: 'amazon' })
  amazon.clock.advance(3_000)

  const report = await read(reportId)
  expect(report).toMatchObject({ processingStatus: 'DONE', processingEndTime: amazon.clock.now().toISOString() })
  expect(readTable(await unpack(await fetch(await link(report))))).toMatchObject([
    {
      'item-name': 'Blue mug',
      'item-description': 'One line',
      'seller-sku': 'MUG-BLUE',
      price: '18.50',
      quantity: '12',
      asin1: 'B0MUG00001',
      'fulfillment-channel': 'DEFAULT',
      status: 'Active',
    },
    { 'seller-sku': 'FBA', quantity: '', 'fulfillment-channel': 'AMAZON_NA', status: 'Inactive' },
  ])
})

test('a report of the warehouses shows their stock', async () => {
  const { amazon, order, read, link } = await start()
  const seller = amazon.state.sellers[northfield]
  const { fulfilledBy: _, ...item } = mug
  const stocked = { ...item, fnsku: 'X001MUG', fulfillable: 40, reserved: 2, inboundShipped: 10 }
  if (seller) putItems(amazon.state, seller, unitedStates, [stocked], amazon.clock.now())
  const { reportId } = await order('GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA')
  amazon.clock.advance(5_000)
  expect(readTable(await unpack(await fetch(await link(await read(reportId)))))).toMatchObject([
    {
      sku: 'MUG-BLUE',
      fnsku: 'X001MUG',
      'your-price': '18.50',
      'mfn-listing-exists': 'No',
      'afn-fulfillable-quantity': '40',
      'afn-reserved-quantity': '2',
      'afn-total-quantity': '52',
      'afn-inbound-shipped-quantity': '10',
    },
  ])
})

test('a download link is valid for five minutes and names the encoding on request', async () => {
  const { amazon, order, read, link } = await start()
  listForSeller(amazon)
  const { reportId } = await order(allListings)
  amazon.clock.advance(5_000)
  const url = await link(await read(reportId), { enableContentEncodingUrlHeader: 'true' })
  expect(await (await fetch(url)).text()).toContain('seller-sku')
  amazon.clock.advance(300_001)
  expect((await fetch(url)).status).toBe(403)
})

test.each([
  ['is empty', allListings],
  ['has an unknown type', 'GET_LEDGER_SUMMARY_VIEW_DATA'],
])('a report is cancelled that %s', async (_, type) => {
  const { amazon, order, read } = await start()
  const { reportId } = await order(type)
  amazon.clock.advance(5_000)
  const report = await read(reportId)
  expect(report.processingStatus).toBe('CANCELLED')
  expect(report).not.toHaveProperty('reportDocumentId')
})

test('a report can be cancelled while it is queued, not later', async () => {
  const { amazon, call, order, read } = await start()
  listForSeller(amazon)
  const waiting = await order(allListings)
  expect((await call(`${reports}/${waiting.reportId}`, { method: 'DELETE' })).status).toBe(200)
  const begun = await order(allListings)
  amazon.clock.advance(2_000)
  expect((await call(`${reports}/${begun.reportId}`, { method: 'DELETE' })).status).toBe(400)
  amazon.clock.advance(3_000)
  expect((await read(waiting.reportId)).processingStatus).toBe('CANCELLED')
  expect((await read(begun.reportId)).processingStatus).toBe('DONE')
})

test('reports are listed by type and status', async () => {
  const { amazon, call, order } = await start()
  listForSeller(amazon)
  await order(allListings)
  await order('GET_AFN_INVENTORY_DATA')
  amazon.clock.advance(5_000)
  const query = { reportTypes: [allListings, 'GET_AFN_INVENTORY_DATA'], processingStatuses: ['DONE'] }
  expect((await call(reports, { query })).body).toMatchObject({ reports: [{ reportType: allListings }] })
  expect((await call(reports, { query: { ...query, processingStatuses: ['SOON'] } })).status).toBe(400)
})

test.each([
  ['a report nobody knows', 'MY_REPORT', {}],
  [
    'an end before its start',
    allListings,
    { dataStartTime: '2026-02-02T00:00:00Z', dataEndTime: '2026-02-01T00:00:00Z' },
  ],
  ['a time that is none', allListings, { dataStartTime: 'yesterday' }],
  ['a marketplace that is not theirs', allListings, { marketplaceIds: ['A1PA6795UKMFR9'] }],
  ['no marketplace', allListings, { marketplaceIds: [] }],
])('reports refuse %s', async (_, type, more) => {
  const { order } = await start()
  expect((await order(type, more)).status).toBe(400)
})
