import { runProduct } from '#local/run-product.ts'
import { storeProducts, workers } from './product.ts'

/** Playwright global set-up: starts a product for each worker. The returned function stops them. */
export default async function startProducts(): Promise<() => Promise<void>> {
  const started = await Promise.allSettled(Array.from({ length: workers }, () => runProduct()))
  const products = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stopAll = async () => {
    await Promise.all(products.map(({ stop }) => stop()))
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await stopAll()
    throw failed.reason
  }
  storeProducts(products.map(({ url, dataDir }) => ({ url, dataDir })))
  return stopAll
}
