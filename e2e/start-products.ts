import { runProduct } from '#local/run-product.ts'
import { keepProducts, workers } from './product.ts'

/** Starts a product for each worker; the answer ends them. */
export default async function startProducts(): Promise<() => Promise<void>> {
  const products = await Promise.all(Array.from({ length: workers }, () => runProduct()))
  keepProducts(products.map(({ url, dataDir }) => ({ url, dataDir })))
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()))
  }
}
