import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { productImageRule } from '#contract/images.ts'
import type { ProductDetail, ProductHistoryEntry } from '#contract/products.ts'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { storedImages } from '#server/platform/db/schema/images.ts'
import { createTestApp, type Browser, recordTopics } from '#server/testing/app.ts'
import { buildCompany, buildProduct } from '#server/testing/builders.ts'
import { jpegOf, pngOf, uploadImage, webpOf } from '#server/testing/images.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser

beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
})
afterAll(() => server.close())

const detail = async (productId: string) => (await ops.get(`/api/products/${productId}`)).json<ProductDetail>()

describe('the uploaded picture of a product', () => {
  const upload = (productId: string, file: Buffer, browser = ops) =>
    uploadImage(server, browser, { method: 'PUT', url: `/api/products/${productId}/image`, file })
  const images = ['https://own.test/1']

  it('is shown before image URLs, in the list and the drawer, and leaves the version', async () => {
    const { id } = await buildProduct(server.deps.db, companyId, { images })
    const file = webpOf(40, 40)
    const topics = await recordTopics(server.deps, companyId, async () => {
      expect((await upload(id, file)).json()).toMatchObject({ images, version: 1 })
    })
    expect(topics).toEqual(['products'])
    const { imageUrl, uploadedImageUrl } = await detail(id)
    expect(uploadedImageUrl).toMatch(/^\/api\/images\//)
    expect(imageUrl).toBe(uploadedImageUrl)
    expect((await ops.get('/api/products')).json()).toMatchObject([{ imageUrl }])
    const served = await (await server.as('readonly', companyId)).get(imageUrl ?? '')
    expect(served).toMatchObject({ rawPayload: file, headers: { 'content-type': 'image/webp' } })
  })

  it('is replaced and removed, each time audited with what it was', async () => {
    const { id } = await buildProduct(server.deps.db, companyId, { images })
    await upload(id, pngOf(40, 40))
    await upload(id, jpegOf(40, 40))
    for (let time = 0; time < 2; time += 1) {
      expect((await ops.delete(`/api/products/${id}/image`)).json()).toMatchObject({
        imageUrl: images[0],
        uploadedImageUrl: null,
      })
    }
    const history = (await ops.get(`/api/products/${id}/history`)).json<ProductHistoryEntry[]>()
    expect(history.map(({ changes }) => changes)).toEqual([
      [{ field: 'picture', before: 'JPEG, 1 KB', after: null }],
      [{ field: 'picture', before: 'PNG, 1 KB', after: 'JPEG, 1 KB' }],
      [{ field: 'picture', before: null, after: 'PNG, 1 KB' }],
    ])
  })

  it('is deleted with its product', async () => {
    const { db } = server.deps
    const { id } = await buildProduct(db, companyId)
    await upload(id, pngOf(40, 40))
    const left = await db.inCompany(companyId, async (tx) => {
      await tx.delete(products).where(eq(products.id, id))
      return tx.select().from(storedImages)
    })
    expect(left).toEqual([])
  })

  it.each([
    ['a page', Buffer.from('<html><script>1</script></html>'.padEnd(80)), 422],
    ['more than its size', pngOf(40, 40, productImageRule.maxBytes + 1), 413],
  ])('is not %s', async (_name, file, status) => {
    const { id } = await buildProduct(server.deps.db, companyId)
    expect((await upload(id, file)).statusCode).toBe(status)
    expect(await detail(id)).toMatchObject({ imageUrl: null })
  })

  it('is not changed by people who may only read, nor by another company', async () => {
    const { id } = await buildProduct(server.deps.db, companyId)
    expect((await upload(id, pngOf(40, 40), await server.as('readonly', companyId))).statusCode).toBe(403)
    const stranger = await server.as('admin', (await buildCompany(server.deps.db)).id)
    expect((await upload(id, pngOf(40, 40), stranger)).statusCode).toBe(404)
    expect((await stranger.delete(`/api/products/${id}/image`)).statusCode).toBe(404)
  })
})
