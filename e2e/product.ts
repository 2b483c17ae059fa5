export type Product = { url: string; dataDir: string }

/** The running products, one for each worker: two that work side by side must not meet in one company or one stand-in. */
const variable = 'E2E_PRODUCTS'
export const workers = 2

export function storeProducts(products: readonly Product[]): void {
  process.env[variable] = JSON.stringify(products)
}

/** That of the worker that asks; nothing to go to before they are started. */
export function ownProduct(): Product {
  const products = JSON.parse(process.env[variable] ?? '[]') as Product[]
  return products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)] ?? { url: '', dataDir: '' }
}
