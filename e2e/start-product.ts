import { runProduct } from '#local/run-product.ts'

/** Starts the product for all browser tests; the answer ends it. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { url, dataDir, stop } = await runProduct()
  process.env['E2E_URL'] = url
  process.env['E2E_DATA_DIR'] = dataDir
  return stop
}
