import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadResult } from '#contract/bulk.ts'
import { startStopwatch } from '#server/platform/clock.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { readCatalogueState } from '#server/testing/undo-model.ts'
import { memoryGrowth } from '#server/testing/memory.ts'
import { buildSheets, buildWorkbook, multipartOf, sheetOf, uploadHeadings } from '#server/testing/workbooks.ts'
import { openDraft } from './change-set.ts'
import { applyWorkbook } from './upload-file.ts'
import { fileKind } from './workbook/file-kind.ts'
import { checkWorkbook } from './workbook/workbook-reader.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

/** A company with one SKU, A, which every file below tries to change. */
async function newCompany() {
  const { id: companyId } = await buildCompany(server.deps.db)
  await buildSku(server.deps.db, companyId, { sku: 'A', price: '10.00' })
  return { companyId, ops: await server.as('ops', companyId) }
}

/** Everything that an upload could change. */
async function everything({ companyId, ops }: { companyId: string; ops: Browser }) {
  const { rows: counts } = await server.deps.db.inCompany(companyId, (tx) =>
    tx.execute<{ audited: number }>(sql`
      select (select count(*) from inventory_snapshots) as snapshots, (select count(*) from change_set_rows) as changed,
        (select count(*)::int from audit_log where action = 'upload.apply') as audited`),
  )
  const history = (await ops.get('/api/bulk/change-sets')).json<unknown[]>()
  return { catalogue: await readCatalogueState(server.deps.db, companyId), counts, history }
}

async function send(ops: Browser, call: 'preview' | 'upload', bytes: Buffer, name = 'products.xlsx') {
  const { headers, payload } = multipartOf(bytes, name)
  return server.app.http.inject({
    method: 'POST',
    url: `/api/bulk/${call}`,
    headers: { ...ops.headers, ...headers },
    payload,
  })
}

const good = ['A', 'Cup', 12, 5]

function mergedHeadings(): Buffer {
  const sheet = sheetOf([uploadHeadings, good])
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]
  return buildSheets({ Products: sheet })
}

// Which files are rejected, and why, is tested in workbook/; here are the ways in which one can be.
describe('a rejected file changes nothing', () => {
  const both = ['preview', 'upload'] as const
  it.each<[string, number, RegExp, () => Buffer, readonly ('preview' | 'upload')[]]>([
    ['a renamed PDF', 422, /a PDF, not an Excel workbook/, () => Buffer.from('%PDF-1.7\n1 0 obj'), both],
    ['merged headings', 422, /has merged cells/, mergedHeadings, ['upload']],
    ['more bytes than may be sent', 413, /must be 20 MB or smaller/, () => Buffer.alloc(20 * 1024 * 1024 + 1), both],
  ])('%s', { timeout: 60_000 }, async (_name, status, sentence, build, calls) => {
    const company = await newCompany()
    const bytes = build()
    const before = await everything(company)
    const growth = await memoryGrowth(async () => {
      for (const call of calls) {
        const reply = await send(company.ops, call, bytes)
        expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
          status,
          expect.stringMatching(sentence),
        ])
      }
    })
    expect(growth).toBeLessThan(200)
    expect(await everything(company)).toEqual(before)
  })
})

it('a file with only bad rows lists an error per cell and changes nothing', async () => {
  const sheet = sheetOf([
    uploadHeadings,
    ['B', 'Cup', 1, 5],
    ['C', 'Cup', 1e308, 5],
    ['D', 'Cup', 12, new Date(Date.UTC(2026, 10, 15))],
    good,
    ['A', 'Mug', 13, 6],
  ])
  sheet.C2 = { t: 'n', v: 1, f: '0.5+0.5' }
  const company = await newCompany()
  const before = await everything(company)
  const bytes = buildSheets({ Products: sheet })
  const ctx = companyContext(
    server.deps,
    { actor: { type: 'system', name: 'Test' }, origin: noOrigin },
    company.companyId,
  )
  const draft = await openDraft(ctx, { file: { name: 'products.xlsx', bytes } })
  // In this thread, since starting another takes longer than reading a small file.
  const workbook = await checkWorkbook({ kind: fileKind(bytes), bytes })
  expect(await applyWorkbook(ctx, { draft, workbook, stopwatch: startStopwatch() })).toMatchObject({
    processed: 5,
    updated: 0,
    created: 0,
    unchanged: 0,
    failed: 5,
    errors: [
      { row: 2, column: 'Price', reason: 'Price contains a formula: paste it as a value' },
      { row: 3, column: 'Price', reason: 'Price must be 99,999,999.99 or less' },
      { row: 4, column: 'Quantity', reason: 'Quantity contains a date' },
      { row: 5, column: 'SKU', reason: 'Duplicate SKU (also in row 6)' },
      { row: 6, column: 'SKU', reason: 'Duplicate SKU (also in row 5)' },
    ],
  })
  const after = await everything(company)
  expect(after.catalogue).toEqual(before.catalogue)
  // The upload itself is recorded.
  expect(after.counts).toEqual(before.counts.map((counts) => ({ ...counts, audited: counts.audited + 1 })))
})

it('an .xls file is accepted like any other', async () => {
  const { ops } = await newCompany()
  const reply = await send(ops, 'upload', buildWorkbook([uploadHeadings, good], { bookType: 'biff8' }), 'STOCK.XLS')
  expect(reply.json<UploadResult>()).toMatchObject({ processed: 1, updated: 1, failed: 0, errors: [] })
})
