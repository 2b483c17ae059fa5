export type Product = { url: string; dataDir: string }

/** One running product for each worker: concurrent tests must not share a company or an emulator. */
const variable = 'E2E_PRODUCTS'
export const workers = 2

export function storeProducts(products: readonly Product[]): void {
  process.env[variable] = JSON.stringify(products)
}

/** The product of the current worker; empty before the products are started. */
export function ownProduct(): Product {
  const products = JSON.parse(process.env[variable] ?? '[]') as Product[]
  return products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)] ?? { url: '', dataDir: '' }
}
