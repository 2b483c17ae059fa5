import type { z } from 'zod'
import type { ProductInput, ProductRow } from '#contract/products.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { newId } from '#server/platform/ids.ts'
import { getProductRowOrThrow } from './queries/products.ts'

export async function createProduct(ctx: CompanyContext, input: z.output<typeof ProductInput>): Promise<ProductRow> {
  const id = newId()
  return ctx.transaction(async (tx) => {
    await tx.insert(products).values({ companyId: ctx.companyId, id, ...input })
    await recordAudit(tx, ctx, {
      action: 'product.create',
      resource: 'product',
      resourceId: id,
      companyId: ctx.companyId,
      after: { isActive: true, ...input },
    })
    await ctx.publishChange(tx, 'products')
    return getProductRowOrThrow(tx, id)
  })
}
