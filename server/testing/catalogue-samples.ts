import type { Deps } from '#server/platform/context.ts'
import { buildSku } from './builders.ts'
import { buildChangeSet } from './change-sets.ts'
import { buildWorkbook, uploadHeadings } from './workbooks.ts'

/** Calls of the catalogue's endpoints that pass validation, and ids of another company. */
export async function catalogueSamples({ db }: Pick<Deps, 'db'>, companyId: string, otherCompanyId: string) {
  const [sku, otherSku] = [await buildSku(db, companyId), await buildSku(db, otherCompanyId)]
  const product = { params: { productId: sku.productId }, foreign: { productId: otherSku.productId } }
  const bySku = { params: { skuId: sku.id }, foreign: { skuId: otherSku.id } }
  const [changes, otherChanges] = [await buildChangeSet(db, companyId), await buildChangeSet(db, otherCompanyId)]
  const changeSet = { params: { changeSetId: changes.id }, foreign: { changeSetId: otherChanges.id } }
  const file = buildWorkbook([uploadHeadings, ['NEW-1', 'Cup', 4.5, 3, '', '']])
  return {
    products: {
      list: {},
      create: { body: { title: 'Cup' } },
      export: { query: { format: 'csv' } },
      detail: product,
      update: { ...product, body: { version: 1, brand: 'Pine' } },
      history: product,
      createSku: { ...product, body: { sku: 'NEW-SKU' } },
      updateSku: {
        params: { ...product.params, ...bySku.params },
        foreign: { ...product.foreign, ...bySku.foreign },
        body: { version: 1, price: '4' },
      },
    },
    inventory: {
      list: {},
      alerts: {},
      summary: {},
      export: { query: { format: 'csv' } },
      detail: bySku,
      history: bySku,
      movements: bySku,
    },
    bulk: {
      sheetData: {},
      saveSheet: { body: { updates: [{ id: sku.id, title: 'Mug' }] } },
      template: {},
      preview: { file },
      upload: { file },
      changeSets: {},
      changedRows: changeSet,
      progress: changeSet,
      errors: changeSet,
      undo: changeSet,
    },
  }
}
